import Signing

extension Setting {
    /// The syntax of its value, and the field that keeps it.
    package var syntax: ValueSyntax {
        switch self {
        case .host: .text(\.host)
        case .port: .integer(\.port, 0...65_535)
        case .unixSocket: .text(\.unixSocket)
        case .metricsHost: .text(\.metricsHost)
        case .metricsPort: .integer(\.metricsPort, 0...65_535)
        case .isolation: .choice(\.isolation)
        case .processes: .integer(\.processes, 0...256)
        case .sandbox: .choice(\.sandbox)
        case .processBytes: .bytes(\.processBytes, (64 << 20)...(1 << 50))
        case .workers: .integer(\.workers, 0...256)
        case .queue: .integer(\.queue, 1...100_000)
        case .queueSeconds: .seconds(\.queueSeconds, 0.1...3_600)
        case .renderSeconds: .seconds(\.renderSeconds, 0.1...3_600)
        case .drainSeconds: .seconds(\.drainSeconds, 0.1...3_600)
        case .memoryBytes: .bytes(\.memoryBytes, 0...(1 << 50))
        case .heif: .flag(\.heif)
        case .connections: .integer(\.connections, 1...1_000_000)
        case .clientRate: .number(\.clientRate, 0...1_000_000)
        case .clientBurst: .integer(\.clientBurst, 1...1_000_000)
        case .bodyBytes: .bytes(\.bodyBytes, 1_024...(8 << 30))
        case .inflatedBytes: .bytes(\.inflatedBytes, 1_024...(8 << 30))
        case .headSeconds: .seconds(\.headSeconds, 0.1...3_600)
        case .bodySeconds: .seconds(\.bodySeconds, 0.1...3_600)
        case .idleSeconds: .seconds(\.idleSeconds, 0.1...3_600)
        case .writeSeconds: .seconds(\.writeSeconds, 0.1...3_600)
        case .bufferBytes: .bytes(\.bufferBytes, 65_536...(1 << 30))
        case .spillBytes: .bytes(\.spillBytes, 0...(1 << 50))
        case .spillFolder: .text(\.spillFolder)
        case .messages: .integer(\.messages, 1...10_000_000)
        case .participants: .integer(\.participants, 1...1_000_000)
        case .messageCharacters: .integer(\.messageCharacters, 1...100_000_000)
        case .jsonDepth: .integer(\.jsonDepth, 8...512)
        case .attachments: .integer(\.attachments, 1...10_000_000)
        case .mediaBytes: .bytes(\.mediaBytes, 1_024...(8 << 30))
        case .totalMediaBytes: .bytes(\.totalMediaBytes, 1_024...(8 << 30))
        case .picturePixels: .integer(\.picturePixels, 1...1_000_000_000_000)
        case .totalPicturePixels: .integer(\.totalPicturePixels, 1...1_000_000_000_000)
        case .outputPixels: .integer(\.outputPixels, 1...1_000_000_000_000)
        case .pages: .integer(\.pages, 1...1_000_000)
        case .searchSteps: .integer(\.searchSteps, 1_000...1_000_000_000_000)
        case .documentBytes: .bytes(\.documentBytes, 1_024...(1 << 40))
        case .archiveEntries: .integer(\.archiveEntries, 1...10_000_000)
        case .archiveBytes: .bytes(\.archiveBytes, 1_024...(1 << 40))
        case .archiveRatio: .integer(\.archiveRatio, 1...2_000)
        case .signKey: .text(\.signKey)
        case .signCertificate: .text(\.signCertificate)
        case .signPassphraseFile: .text(\.signPassphraseFile)
        case .signPadding: .choice(\.signPadding)
        case .signRoom: .bytes(\.signRoom, SigningFiles.rooms)
        case .apiKeys: .list(\.apiKeys)
        case .urlKeys: .list(\.urlKeys)
        case .cacheControl: .text(\.cacheControl)
        case .cacheBytes: .bytes(\.cacheBytes, 0...(1 << 50))
        case .jobBytes: .bytes(\.jobBytes, 0...(1 << 50))
        case .jobs: .integer(\.jobs, 1...100_000)
        case .jobSeconds: .seconds(\.jobSeconds, 0.1...86_400)
        case .corsOrigins: .list(\.corsOrigins)
        case .log: .choice(\.log)
        case .logLevel: .level(\.logLevel)
        }
    }

    package var summary: String {
        switch self {
        case .host: "address to listen on; `0.0.0.0` for all IPv4 addresses, `::` for all"
        case .port: "port to listen on; 0 for any free port"
        case .unixSocket: "path of an additional Unix socket to listen on"
        case .metricsHost: "address of a second listener that serves only `/metrics`"
        case .metricsPort: "port of that listener; 0 for none"
        case .isolation:
            "`processes`: render in separate processes, so a crash loses no request; `none`: in this process"
        case .processes: "render processes; 0 for one for every two cores, at least two"
        case .sandbox:
            "Landlock and seccomp for render processes: `auto` uses what the system has, `required` refuses to start without all of it, `off`"
        case .processBytes: "memory above which an idle render process is replaced"
        case .workers:
            "rendering threads in each process; 0 for one a core, at most eight in a render process"
        case .queue: "requests that may wait for a worker; more get 429"
        case .queueSeconds: "seconds a request may wait for a worker; then 429"
        case .renderSeconds: "seconds a rendering may take; then 503"
        case .drainSeconds: "seconds to finish accepted requests when stopping"
        case .memoryBytes:
            "memory limit of all processes: a request that does not fit now gets 503, one that never would 422; 0 for 90 % of the container's or machine's memory"
        case .heif: "decode HEIC and AVIF; unset: only in sandboxed render processes"
        case .connections:
            "simultaneous connections; at the limit a new one replaces an idle one, or gets 503"
        case .clientRate:
            "requests a second from one address; more get 429; 0 for no limit, as behind a proxy"
        case .clientBurst: "requests from one address at once, if client_rate is set"
        case .bodyBytes: "size of a request body as sent; more gets 413"
        case .inflatedBytes: "size of a request body after decompression; more gets 413"
        case .headSeconds: "seconds to receive a request's head; then 408"
        case .bodySeconds: "seconds to receive a request's body; then 408"
        case .idleSeconds: "seconds a connection may be silent between requests"
        case .writeSeconds: "seconds a client may stop reading before it is disconnected"
        case .bufferBytes:
            "response bytes held in memory for a slow client before they go to the spill file"
        case .spillBytes:
            "size of the spill file for all responses, at most half of memory_bytes if it is in memory; a response that does not fit is aborted"
        case .spillFolder: "folder of the spill file; unset: the temporary folder"
        case .messages: "messages of a conversation"
        case .participants: "participants of a conversation"
        case .messageCharacters: "characters of a message"
        case .jsonDepth: "nesting depth of JSON"
        case .attachments: "attachments of a conversation"
        case .mediaBytes: "bytes of a picture"
        case .totalMediaBytes: "bytes of all pictures of a conversation"
        case .picturePixels: "pixels of a picture"
        case .totalPicturePixels: "pixels of all pictures of a conversation"
        case .outputPixels: "pixels of an output"
        case .pages: "pages of an output"
        case .searchSteps: "steps to search all texts of a conversation for redactions and filters"
        case .documentBytes: "bytes of a text, JSON, XML or HTML file of an export"
        case .archiveEntries: "files of an archive"
        case .archiveBytes: "bytes unpacked from an archive, all files together"
        case .archiveRatio:
            "compression ratio of a file of more than 1 MiB in an archive; deflate can reach 1,032"
        case .signKey:
            "private key that signs documents, a PEM or PKCS#12 file; any caller may then have documents signed"
        case .signCertificate:
            "PEM file of its certificate and chain; unset: both are in the key's file"
        case .signPassphraseFile: "file whose first line is the passphrase of the key"
        case .signPadding:
            "padding of RSA signatures: `pkcs1`, which every reader accepts, or `pss`"
        case .signRoom:
            "bytes reserved in the PDF for the signature, its certificates and a timestamp"
        case .apiKeys: "bearer keys; if set, every route except health needs one"
        case .urlKeys:
            "keys that sign picture URLs; if set, GET of a picture needs `sig` instead of a bearer key"
        case .cacheControl: "`Cache-Control` of pictures by URL; empty for none"
        case .cacheBytes:
            "memory of the response cache, at most a quarter of memory_bytes; 0 to disable it"
        case .jobBytes:
            "memory for results of `Prefer: respond-async`, at most a quarter of memory_bytes; 0 to disable jobs"
        case .jobs: "jobs running or stored; more get 429"
        case .jobSeconds: "seconds a finished job is stored"
        case .corsOrigins: "origins whose pages may call; `*` for all"
        case .log: "format of log lines"
        case .logLevel: "least severe level to log"
        }
    }
}
