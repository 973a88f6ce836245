import Model

extension PidginLog {
    /// The heading of a log, `Conversation with ana@chat.example at Mon 01 May 2023 10:00:00 CEST
    /// on ben@chat.example (jabber)`, in English or another language.
    struct Header {
        let isPage: Bool
        /// Whether the page has a heading that ends with a protocol.
        private(set) var isTitled = false
        private(set) var contact: String?
        private(set) var date: String?
        private(set) var account: String?

        /// The maximum number of bytes to search for the heading.
        static let maxLength = 4096

        private static let protocols: Set<String> = [
            "aim", "bonjour", "gg", "groupwise", "icq", "irc", "jabber", "msn", "myspace", "novell",
            "qq", "sametime", "silc", "simple", "xmpp", "yahoo", "zephyr",
        ]

        init(_ head: [UInt8]) {
            let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let bytes = Array(head[mark...].drop { $0 <= 0x20 })
            isPage = bytes.first == UInt8(ascii: "<")
            if let line = isPage ? Self.heading(bytes) : Self.firstLine(bytes) { read(line) }
        }

        private mutating func read(_ line: String) {
            guard line.utf8.count < 1000, line.hasSuffix(")"), let open = line.lastIndex(of: "(")
            else { return }
            let name = line[line.index(after: open)...].dropLast().lowercased()
            var rest = line[..<open].trimmingBlanks()
            let opening = "Conversation with "
            let isEnglish = rest.hasPrefix(opening)
            isTitled = isEnglish || Self.protocols.contains(name)
            guard isEnglish else {
                // In other languages, too, the account is the last word.
                let words = rest.split(separator: " ")
                account = words.count > 3 ? words.last.map(String.init) : nil
                return
            }
            rest.removeFirst(opening.count)
            let words = rest.split(separator: " ", omittingEmptySubsequences: false)
            let on = words.lastIndex(of: "on")
            let at = words[..<(on ?? words.endIndex)].lastIndex(of: "at")
            account = on.map { words[($0 + 1)...].joined(separator: " ") }
            contact = words[..<(at ?? on ?? words.endIndex)].joined(separator: " ")
            date = at.map { words[($0 + 1)..<(on ?? words.endIndex)].joined(separator: " ") }
        }

        private static func firstLine(_ bytes: [UInt8]) -> String? {
            Lines(bytes).first { _ in true }.map { String(decoding: bytes[$0], as: UTF8.self) }
        }

        /// Returns the text of the page's first heading.
        private static func heading(_ bytes: [UInt8]) -> String? {
            for tag in ["h3", "h1", "title"] {
                guard let open = bytes.span.offset(of: Array("<\(tag)>".utf8)),
                    let close = bytes.span.offset(of: Array("</\(tag)>".utf8), from: open)
                else { continue }
                return Entities.decode(Array(bytes[(open + tag.utf8.count + 2)..<close]))
                    .trimmingBlanks()
            }
            return nil
        }
    }
}
