extension Setting {
    /// What kind of value it takes.
    package enum Form: Sendable, Equatable {
        case text
        case integer(ClosedRange<Int>)
        case seconds(ClosedRange<Double>)
        case number(ClosedRange<Double>)
        /// A count of bytes, as a number or with a unit: `32 MiB`.
        case bytes(ClosedRange<Int>)
        case flag
        /// Separated by commas.
        case list
        case choice([String])
    }

    package var form: Form {
        switch self {
        case .host, .unixSocket, .metricsHost, .spillFolder: .text
        case .port, .metricsPort: .integer(0...65_535)
        case .workers: .integer(0...256)
        case .queue: .integer(1...100_000)
        case .queueSeconds, .renderSeconds, .drainSeconds: .seconds(0.1...3_600)
        case .headSeconds, .bodySeconds, .idleSeconds, .writeSeconds: .seconds(0.1...3_600)
        case .memoryBytes: .bytes(0...(1 << 50))
        case .heif: .flag
        case .connections: .integer(1...1_000_000)
        case .clientRate: .number(0...1_000_000)
        case .clientBurst: .integer(1...1_000_000)
        case .bodyBytes, .inflatedBytes, .mediaBytes, .totalMediaBytes: .bytes(1_024...(8 << 30))
        case .bufferBytes: .bytes(65_536...(1 << 30))
        case .spillBytes: .bytes(0...(1 << 50))
        case .messages, .attachments: .integer(1...10_000_000)
        case .participants: .integer(1...1_000_000)
        case .messageCharacters: .integer(1...100_000_000)
        case .jsonDepth: .integer(8...512)
        case .picturePixels, .totalPicturePixels, .outputPixels: .integer(1...1_000_000_000_000)
        case .pages: .integer(1...1_000_000)
        case .searchSteps: .integer(1_000...1_000_000_000_000)
        case .apiKeys, .corsOrigins: .list
        case .log: .choice(["text", "json", "off"])
        case .logLevel: .choice(["debug", "info", "error"])
        }
    }

    package var standard: SettingValue {
        switch self {
        case .host: .text("127.0.0.1")
        case .port: .integer(8_080)
        case .unixSocket, .metricsHost, .spillFolder: .text("")
        case .metricsPort: .integer(0)
        case .workers: .integer(0)
        case .queue: .integer(256)
        case .queueSeconds: .seconds(30)
        case .renderSeconds: .seconds(60)
        case .drainSeconds: .seconds(25)
        case .memoryBytes: .integer(0)
        case .heif: .flag(false)
        case .connections: .integer(10_000)
        case .clientRate: .number(0)
        case .clientBurst: .integer(20)
        case .bodyBytes: .integer(64 << 20)
        case .inflatedBytes: .integer(256 << 20)
        case .headSeconds: .seconds(10)
        case .bodySeconds: .seconds(60)
        case .idleSeconds: .seconds(30)
        case .writeSeconds: .seconds(10)
        case .bufferBytes: .integer(1 << 20)
        case .spillBytes: .integer(2 << 30)
        case .messages: .integer(200_000)
        case .participants: .integer(10_000)
        case .messageCharacters: .integer(200_000)
        case .jsonDepth: .integer(64)
        case .attachments: .integer(20_000)
        case .mediaBytes: .integer(64 << 20)
        case .totalMediaBytes: .integer(256 << 20)
        case .picturePixels: .integer(64_000_000)
        case .totalPicturePixels: .integer(512_000_000)
        case .outputPixels: .integer(4_000_000_000)
        case .pages: .integer(20_000)
        case .searchSteps: .integer(2_000_000_000)
        case .apiKeys, .corsOrigins: .list([])
        case .log: .text("text")
        case .logLevel: .text("info")
        }
    }

    package var summary: String {
        switch self {
        case .host: "address to listen on; `0.0.0.0` for all of IPv4, `::` for all"
        case .port: "port to listen on; 0 for any free one"
        case .unixSocket: "path of a Unix socket to listen on as well"
        case .metricsHost: "address of a second listener that alone answers `/metrics`"
        case .metricsPort: "port of that listener; 0 for none"
        case .workers: "threads that render; 0 for one a core"
        case .queue: "requests that may wait for a worker; more get 429"
        case .queueSeconds: "longest a request may wait for a worker; then 429"
        case .renderSeconds: "longest a rendering may take; then 503"
        case .drainSeconds: "longest to wait for requests under way when stopping"
        case .memoryBytes:
            "memory the process may hold: what does not fit now gets 503, what never would 422; 0 for 90 % of what the container or the machine has"
        case .heif: "read HEIC and AVIF pictures"
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
        case .apiKeys: "bearer keys; when there are any, every route but health needs one"
        case .corsOrigins: "origins whose pages may call; `*` for all"
        case .log: "form of log lines"
        case .logLevel: "least important log lines to write"
        }
    }
}
