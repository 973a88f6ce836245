import Signing

extension Setting {
    /// What may be written as its value, and where that is kept.
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
        case .host: "address to listen on; `0.0.0.0` for all of IPv4, `::` for all"
        case .port: "port to listen on; 0 for any free one"
        case .unixSocket: "path of a Unix socket to listen on as well"
        case .metricsHost: "address of a second listener that alone answers `/metrics`"
        case .metricsPort: "port of that listener; 0 for none"
        case .isolation:
            "where the work is done: in `processes`, of which one may end without loss, or in none but this one"
        case .processes: "render processes; 0 for one for every two cores, at least two"
        case .sandbox:
            "what render processes cannot do, by Landlock and seccomp: `auto` for what the system has, `required` not to start without, `off`"
        case .processBytes:
            "memory of a render process that has nothing to do: one that holds more is replaced"
        case .workers:
            "threads that render, in each process; 0 for one a core, in a render process at most eight"
        case .queue: "requests that may wait for a worker; more get 429"
        case .queueSeconds: "longest a request may wait for a worker; then 429"
        case .renderSeconds: "longest a rendering may take; then 503"
        case .drainSeconds: "longest to wait for requests under way when stopping"
        case .memoryBytes:
            "memory the process may hold: what does not fit now gets 503, what never would 422; 0 for 90 % of what the container or the machine has"
        case .heif:
            "read HEIC and AVIF pictures; where nothing is said, render processes in a sandbox do"
        case .connections:
            "connections at once; then one that is idle gives way, and where none is, more get 503"
        case .clientRate:
            "requests a second that one address may send; more get 429; 0 for any number, as behind a proxy"
        case .clientBurst: "requests that one address may send at once, where client_rate is set"
        case .bodyBytes: "largest request body as sent; more gets 413"
        case .inflatedBytes: "largest request body once inflated; more gets 413"
        case .headSeconds: "longest a request's head may take to arrive; then 408"
        case .bodySeconds: "longest a request's body may take to arrive; then 408"
        case .idleSeconds: "longest a connection may be silent between requests"
        case .writeSeconds: "longest a reader may take nothing; then it is cut off"
        case .bufferBytes: "answer bytes held in memory for a slow reader before they go to a file"
        case .spillBytes:
            "bytes of all answers that may wait in that file, at most half of memory_bytes where it lies in memory; an answer that finds no room is broken off"
        case .spillFolder: "folder of that file; none for the temporary one"
        case .messages: "messages of one conversation"
        case .participants: "participants of one conversation"
        case .messageCharacters: "characters of one message"
        case .jsonDepth: "nesting of JSON"
        case .attachments: "attachments of one conversation"
        case .mediaBytes: "bytes of one picture"
        case .totalMediaBytes: "bytes of all pictures of a conversation"
        case .picturePixels: "pixels of one picture"
        case .totalPicturePixels: "pixels of all pictures of a conversation"
        case .outputPixels: "pixels of one output"
        case .pages: "pages of one output"
        case .searchSteps:
            "steps of looking for what is redacted or filtered in all texts of a conversation"
        case .documentBytes: "bytes of one text, JSON, XML or HTML file of an export"
        case .archiveEntries: "files of one archive"
        case .archiveBytes: "bytes taken out of one archive, all its files together"
        case .archiveRatio:
            "times its packed size that a file of more than a MiB may unpack to; deflate can reach 1,032"
        case .signKey:
            "file of the key that documents are signed with, PEM or PKCS#12; whoever may ask may have them signed"
        case .signCertificate:
            "file of its certificate and of those that it is trusted by, PEM; none where the key's own file has them"
        case .signPassphraseFile: "file whose first line is the passphrase of the key's"
        case .signPadding:
            "how an RSA key signs: `pkcs1`, which every reader takes, or `pss`"
        case .signRoom:
            "bytes that a document keeps for its signature, with certificates and a time stamp"
        case .apiKeys: "bearer keys; when there are any, every route but health needs one"
        case .urlKeys:
            "keys that sign addresses of pictures; when there are any, GET of a picture needs `sig` and no bearer key"
        case .cacheControl:
            "what caches are told of pictures by address; nothing for nothing"
        case .cacheBytes:
            "memory for answers, given again to whoever asks the same, at most a quarter of memory_bytes; 0 to keep none"
        case .jobBytes:
            "memory for what comes of `Prefer: respond-async`, at most a quarter of memory_bytes; 0 to answer every request where it came"
        case .jobs: "jobs under way or kept; more get 429"
        case .jobSeconds: "how long a job is kept after its end"
        case .corsOrigins: "origins whose pages may call; `*` for all"
        case .log: "form of log lines"
        case .logLevel: "least important log lines to write"
        }
    }
}
