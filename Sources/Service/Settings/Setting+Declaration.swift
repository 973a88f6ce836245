import Evidence
import Model

extension Setting {
    /// The declaration of a setting. `Settings` has its default.
    struct Declaration {
        /// The valid values and the property of `Settings`.
        let syntax: SettingSyntax
        /// The meaning, for `config/README.md` and help.
        let summary: String

        fileprivate init(_ syntax: SettingSyntax, _ summary: String) {
            self.syntax = syntax
            self.summary = summary
        }
    }

    package var syntax: SettingSyntax { declaration.syntax }
    package var summary: String { declaration.summary }

    private var declaration: Declaration {
        switch self {
        case .host:
            Declaration(
                .text(\.host),
                "address to listen on; `0.0.0.0` for all IPv4 addresses, `::` for all")
        case .port:
            Declaration(
                .integer(\.port, 0...65_535),
                "port to listen on; 0 for any free port")
        case .unixSocket:
            Declaration(
                .text(\.unixSocket),
                "path of an additional Unix socket to listen on")
        case .metricsHost:
            Declaration(
                .text(\.metricsHost),
                "address of a second listener that serves only `/metrics`")
        case .metricsPort:
            Declaration(
                .integer(\.metricsPort, 0...65_535),
                "port of that listener; 0 for none")
        case .isolation:
            Declaration(
                .choice(\.isolation),
                "`processes`: render in separate processes, so a crash loses no request; `none`: in this process"
            )
        case .processes:
            Declaration(
                .integer(\.processes, 0...256),
                "render processes; 0 for one for every two cores, at least two")
        case .sandbox:
            Declaration(
                .choice(\.sandbox),
                "Landlock and seccomp for render processes: `auto` uses what the system has, `required` refuses to start without all of it, `off`"
            )
        case .processBytes:
            Declaration(
                .bytes(\.processBytes, (64 << 20)...(1 << 50)),
                "memory above which an idle render process is replaced")
        case .workers:
            Declaration(
                .integer(\.workers, 0...256),
                "rendering threads in each process; 0 for one per core, at most eight in a render process"
            )
        case .queue:
            Declaration(
                .integer(\.queue, 1...100_000),
                "requests that may wait for a worker; more get 429")
        case .queueSeconds:
            Declaration(
                .seconds(\.queueSeconds, 0.1...3_600),
                "seconds a request may wait for a worker; then 429")
        case .renderSeconds:
            Declaration(
                .seconds(\.renderSeconds, 0.1...3_600),
                "seconds a rendering may take; then 503")
        case .drainSeconds:
            Declaration(
                .seconds(\.drainSeconds, 0.1...3_600),
                "seconds to finish accepted requests when stopping")
        case .memoryBytes:
            Declaration(
                .bytes(\.memoryBytes, 0...(1 << 50)),
                "memory limit of all processes: a request that does not fit now gets 503, one that never would 422; 0 for 90 % of the container's or machine's memory"
            )
        case .heif:
            Declaration(
                .flag(\.heif),
                "decode HEIC and AVIF; unset: only in sandboxed render processes")
        case .connections:
            Declaration(
                .integer(\.connections, 1...1_000_000),
                "simultaneous connections; at the limit a new one replaces an idle one, or gets 503"
            )
        case .clientRate:
            Declaration(
                .number(\.clientRate, 0...1_000_000),
                "requests a second from one address; more get 429; 0 for no limit, as behind a proxy"
            )
        case .clientBurst:
            Declaration(
                .integer(\.clientBurst, 1...1_000_000),
                "requests from one address at once, if client_rate is set")
        case .bodyBytes:
            Declaration(
                .bytes(\.bodyBytes, 1_024...(8 << 30)),
                "size of a request body as sent; more gets 413")
        case .inflatedBytes:
            Declaration(
                .bytes(\.inflatedBytes, 1_024...(8 << 30)),
                "size of a request body after decompression; more gets 413")
        case .headSeconds:
            Declaration(
                .seconds(\.headSeconds, 0.1...3_600),
                "seconds to receive a request's head; then 408")
        case .bodySeconds:
            Declaration(
                .seconds(\.bodySeconds, 0.1...3_600),
                "seconds to receive a request's body, at 1 KiB a second or more; then 408")
        case .idleSeconds:
            Declaration(
                .seconds(\.idleSeconds, 0.1...3_600),
                "seconds a connection may be silent between requests")
        case .writeSeconds:
            Declaration(
                .seconds(\.writeSeconds, 0.1...3_600),
                "seconds a client may stop reading before it is disconnected")
        case .bufferBytes:
            Declaration(
                .bytes(\.bufferBytes, 65_536...(1 << 30)),
                "response bytes held in memory for a slow client before they go to the spill file")
        case .spillBytes:
            Declaration(
                .bytes(\.spillBytes, 0...(1 << 50)),
                "size of the spill file for all responses, at most half of memory_bytes if it is in memory; a response that does not fit is aborted"
            )
        case .spillFolder:
            Declaration(
                .text(\.spillFolder),
                "folder of the spill file; unset: the temporary folder")
        case .messages:
            Declaration(
                .integer(\.limits.messages, 1...10_000_000),
                "messages of a conversation")
        case .participants:
            Declaration(
                .integer(\.limits.participants, 1...1_000_000),
                "participants of a conversation")
        case .messageCharacters:
            Declaration(
                .integer(\.limits.messageCharacters, 1...100_000_000),
                "characters of a message")
        case .jsonDepth:
            Declaration(
                .integer(\.limits.jsonDepth, 8...512),
                "nesting depth of JSON")
        case .attachments:
            Declaration(
                .integer(\.limits.attachments, 1...10_000_000),
                "attachments of a conversation")
        case .mediaBytes:
            Declaration(
                .bytes(\.limits.mediaBytes, 1_024...(8 << 30)),
                "bytes of a picture")
        case .totalMediaBytes:
            Declaration(
                .bytes(\.limits.totalMediaBytes, 1_024...(8 << 30)),
                "bytes of all pictures of a conversation")
        case .picturePixels:
            Declaration(
                .integer(\.limits.picturePixels, 1...1_000_000_000_000),
                "pixels of a picture")
        case .totalPicturePixels:
            Declaration(
                .integer(\.limits.totalPicturePixels, 1...1_000_000_000_000),
                "pixels of all pictures of a conversation")
        case .outputPixels:
            Declaration(
                .integer(\.limits.outputPixels, 1...1_000_000_000_000),
                "pixels of an output")
        case .pages:
            Declaration(
                .integer(\.limits.pages, 1...1_000_000),
                "pages of an output")
        case .frames:
            Declaration(
                .integer(\.limits.frames, 1...1_000_000),
                "pictures of a clip")
        case .searchSteps:
            Declaration(
                .integer(\.limits.searchSteps, 1_000...1_000_000_000_000),
                "steps to search all texts of a conversation for redactions and filters")
        case .documentBytes:
            Declaration(
                .bytes(\.limits.documentBytes, 1_024...(1 << 40)),
                "bytes of a text, JSON, XML or HTML file of an export")
        case .archiveEntries:
            Declaration(
                .integer(\.limits.archiveEntries, 1...10_000_000),
                "files of an archive")
        case .archiveBytes:
            Declaration(
                .bytes(\.limits.archiveBytes, 1_024...(1 << 40)),
                "bytes unpacked from an archive, all files together")
        case .archiveRatio:
            Declaration(
                .integer(\.limits.archiveRatio, 1...2_000),
                "compression ratio of a file of more than 1 MiB in an archive; deflate can reach 1,032"
            )
        case .mark:
            Declaration(
                .text(\.mark),
                "small text at the bottom of every picture and document, such as `Rendered by Chatprint`; overrides `options.mark`, but not in the profile `evidence`"
            )
        case .signKey:
            Declaration(
                .text(\.signKey),
                "private key that signs documents, a PEM or PKCS#12 file; any caller may then have documents signed"
            )
        case .signCertificate:
            Declaration(
                .text(\.signCertificate),
                "PEM file of its certificate and chain; unset: both are in the key's file")
        case .signPassphraseFile:
            Declaration(
                .text(\.signPassphraseFile),
                "file whose first line is the passphrase of the key")
        case .signPadding:
            Declaration(
                .choice(\.signPadding),
                "padding of RSA signatures: `pkcs1`, which every reader accepts, or `pss`")
        case .signRoom:
            Declaration(
                .bytes(\.signRoom, SigningFiles.rooms),
                "bytes reserved in the PDF for the signature, its certificates and a timestamp")
        case .apiKeys:
            Declaration(
                .list(\.apiKeys),
                "bearer keys; if set, every route except health needs one")
        case .urlKeys:
            Declaration(
                .list(\.urlKeys),
                "keys that sign picture URLs; if set, GET of a picture needs `sig` instead of a bearer key"
            )
        case .cacheControl:
            Declaration(
                .text(\.cacheControl),
                "`Cache-Control` of pictures by URL; empty for none")
        case .cacheBytes:
            Declaration(
                .bytes(\.cacheBytes, 0...(1 << 50)),
                "memory of the response cache, at most a quarter of memory_bytes; 0 to disable it")
        case .jobBytes:
            Declaration(
                .bytes(\.jobBytes, 0...(1 << 50)),
                "memory for results of `Prefer: respond-async`, at most a quarter of memory_bytes; 0 to disable jobs"
            )
        case .jobs:
            Declaration(
                .integer(\.jobs, 1...100_000),
                "jobs running or stored; more get 429")
        case .jobSeconds:
            Declaration(
                .seconds(\.jobSeconds, 0.1...86_400),
                "seconds a finished job is stored")
        case .corsOrigins:
            Declaration(
                .list(\.corsOrigins),
                "origins whose pages may call; `*` for all")
        case .log:
            Declaration(
                .choice(\.log),
                "format of log lines")
        case .logLevel:
            Declaration(
                .level(\.logLevel),
                "least severe level to log")
        }
    }
}
