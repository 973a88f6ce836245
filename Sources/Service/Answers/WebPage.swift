import HTTP

/// A page, as those at `/` and `/docs`: a folder of files that each do one thing, sent as one, so
/// that a single request brings all of it and its policy can forbid everything else.
package struct WebPage: Sendable {
    package let bytes: [UInt8]

    package enum Fault: Error, Sendable, Equatable {
        /// The index names it, and it cannot be read.
        case missing(String)
        /// The page has a placeholder for a word that no language has.
        case unknownWord(String)
    }

    /// - Parameters:
    ///   - index: HTML in which style sheets and scripts stand by their names, each on a line of
    ///     its own.
    ///   - file: the text of a file, by its path from the index.
    package init(index: String, file: (String) -> String?) throws(Fault) {
        var lines: [String] = []
        var scripts: [String] = []
        func text(_ name: String) throws(Fault) -> String {
            guard let text = file(name) else { throw .missing(name) }
            return text
        }
        for line in index.split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = Self.name(in: line, between: #"<script src=""#, #""></script>"#) {
                scripts.append(try text(name))
                continue
            }
            // Scripts that follow each other are one: what one declares the next may use.
            if !scripts.isEmpty {
                lines.append("<script>\n" + scripts.joined(separator: "\n") + "</script>")
                scripts = []
            }
            if let name = Self.name(in: line, between: #"<link rel="stylesheet" href=""#, #"">"#) {
                lines.append("<style>\n" + (try text(name)) + "</style>")
            } else {
                lines.append(String(line))
            }
        }
        bytes = Array(lines.joined(separator: "\n").utf8)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    private static func name(
        in line: Substring, between start: String, _ end: String
    ) -> String? {
        guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }
}

extension WebPage {
    /// The response that sends the page.
    var response: Response {
        Response(
            200,
            [
                "Content-Type": "text/html; charset=utf-8",
                // The page comes as one: nothing it does may reach anywhere but here.
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                    + "img-src 'self' blob: data:; media-src blob:; connect-src 'self'; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            ], body: bytes)
    }
}
