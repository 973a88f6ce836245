/// Elements that programs write into the Markdown of answers, such as `<details …>…</details>`.
enum EmbeddedElements {
    enum Part {
        case text(String)
        /// The tag with its attributes, and the content as it was written.
        case element(HTMLElement, String)
    }

    /// Splits a text at the elements with a name. Elements in fenced code and elements without an
    /// end stay text.
    ///
    /// - Parameter isOurs: returns whether a tag begins such an element.
    static func parts(
        of text: String, named name: String, where isOurs: (HTMLElement) -> Bool = { _ in true }
    ) -> [Part] {
        guard text.holds("<" + name) else { return [.text(text)] }
        let bytes = Array(text.utf8)
        let opening = Array("<\(name)".utf8)
        let closing = Array("</\(name)>".utf8)
        var parts: [Part] = []
        var fences = Fences(bytes)
        var kept = 0
        var next = bytes.span.offset(of: opening)
        while let start = next {
            var after = start + opening.count
            defer { next = bytes.span.offset(of: opening, from: after) }
            guard !fences.hold(start) else { continue }
            // Without an end of this tag or element, no later one has an end either.
            guard let content = end(ofTagIn: bytes, from: after) else { break }
            after = content
            guard let tag = tag(bytes[start..<content], name), isOurs(tag) else { continue }
            let isEmpty = bytes[content - 2] == UInt8(ascii: "/")
            let end = isEmpty ? content : bytes.span.offset(of: closing, from: content)
            guard let end else { break }
            if start > kept { parts.append(.text(string(bytes[kept..<start]))) }
            parts.append(.element(tag, string(bytes[content..<end])))
            kept = isEmpty ? content : end + closing.count
            after = kept
            fences.skip(to: kept)
        }
        if kept < bytes.count { parts.append(.text(string(bytes[kept...]))) }
        return parts
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the index after the `>` that ends a tag. A `>` in quotes belongs to an attribute.
    private static func end(ofTagIn bytes: [UInt8], from start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil {
                    quote = bytes[index]
                } else if quote == bytes[index] {
                    quote = nil
                }
            case UInt8(ascii: ">") where quote == nil: return index + 1
            default: break
            }
        }
        return nil
    }

    private static func tag(_ bytes: ArraySlice<UInt8>, _ name: String) -> HTMLElement? {
        let tag = HTMLMarkup.root(of: string(bytes)).elements.first
        return tag?.name == name.lowercased() ? tag : nil
    }

    /// Determines whether places in a text are in fenced code. The places must be in order.
    private struct Fences {
        private let bytes: [UInt8]
        private var open: (mark: UInt8, count: Int)?
        /// The first line that was not yet examined.
        private var line = 0..<0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            skip(to: 0)
        }

        /// Continues at a place outside of fenced code, as if a line began there.
        mutating func skip(to place: Int) {
            let end = bytes.span.offset(of: 0x0A, from: place, before: bytes.count)
            line = place..<(end ?? bytes.count)
        }

        mutating func hold(_ place: Int) -> Bool {
            while line.upperBound < place {
                examine(bytes[line])
                skip(to: line.upperBound + 1)
            }
            return open != nil
        }

        private mutating func examine(_ line: ArraySlice<UInt8>) {
            let text = line.drop { $0 <= 0x20 }
            guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
            else { return }
            let rest = text.drop { $0 == mark }
            let count = text.count - rest.count
            guard count >= 3 else { return }
            if let open {
                let isEnd = mark == open.mark && count >= open.count && !rest.contains { $0 > 0x20 }
                if isEnd { self.open = nil }
            } else if mark != UInt8(ascii: "`") || !rest.contains(mark) {
                open = (mark, count)
            }
        }
    }
}
