import Model

extension PidginLog {
    /// The heading of a log, `Conversation with ana@chat.example at Mon 01 May 2023 10:00:00 CEST
    /// on ben@chat.example (jabber)`, in English or another language.
    struct Header {
        let isPage: Bool
        /// Whether the page has a heading that ends with a protocol.
        let isTitled: Bool
        let contact: String?
        let date: String?
        let account: String?

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
            var facts = Facts()
            if let line = isPage ? Self.heading(bytes) : Self.firstLine(bytes) {
                facts = Self.facts(line) ?? facts
            }
            isTitled = facts.isTitled
            contact = facts.contact
            date = facts.date
            account = facts.account
        }

        private struct Facts {
            var isTitled = false
            var contact: String?
            var date: String?
            var account: String?
        }

        private static func facts(_ line: String) -> Facts? {
            guard line.utf8.count < 1000, line.hasSuffix(")"), let open = line.lastIndex(of: "(")
            else { return nil }
            var facts = Facts()
            let name = line[line.index(after: open)...].dropLast().lowercased()
            var rest = line[..<open].trimmingBlanks()
            let opening = "Conversation with "
            let isEnglish = rest.hasPrefix(opening)
            facts.isTitled = isEnglish || protocols.contains(name)
            let words: [Substring]
            guard isEnglish else {
                // In other languages, too, the account is the last word.
                words = rest.split(separator: " ")
                facts.account = words.count > 3 ? words.last.map(String.init) : nil
                return facts
            }
            rest.removeFirst(opening.count)
            words = rest.split(separator: " ", omittingEmptySubsequences: false)
            let on = words.lastIndex(of: "on")
            let at = words[..<(on ?? words.endIndex)].lastIndex(of: "at")
            facts.account = on.map { words[($0 + 1)...].joined(separator: " ") }
            facts.contact = words[..<(at ?? on ?? words.endIndex)].joined(separator: " ")
            facts.date = at.map { words[($0 + 1)..<(on ?? words.endIndex)].joined(separator: " ") }
            return facts
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
