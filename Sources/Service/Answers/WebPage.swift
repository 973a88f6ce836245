import HTTP

/// A page such as `/` or `/docs`, composed of the files of a folder. One request loads the page, so
/// its security policy can forbid all other sources.
package struct WebPage: Sendable {
    let bytes: [UInt8]

    package enum Fault: Error, Sendable, Equatable {
        /// A file named by the index cannot be read.
        case missing(String)
        /// The page has a placeholder without a phrase.
        case unknownWord(String)
    }

    /// - Parameters:
    ///   - index: HTML that names style sheets and scripts, each on its own line.
    ///   - file: returns the text of a file by its path relative to the index.
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
            // Consecutive scripts are joined, because a script may use declarations of the previous
            // one.
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
    var response: Response {
        Response(
            200,
            [
                "Content-Type": "text/html; charset=utf-8",
                // The page is one file and may only connect to this service.
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                    + "img-src 'self' blob: data:; media-src blob:; connect-src 'self'; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            ], body: bytes)
    }
}
