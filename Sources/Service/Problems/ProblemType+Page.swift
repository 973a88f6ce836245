import Basics
import HTTP

extension ProblemType {
    /// The response of `/problems` and `/problems/{type}`.
    static func descriptions(_ types: [ProblemType], asHTML: Bool) -> Response {
        var fields: HeaderFields = ["Cache-Control": "no-cache"]
        guard asHTML else {
            fields.set("Content-Type", "text/plain; charset=utf-8")
            let text = types.map(\.text).joined(separator: "\n")
            return Response(200, fields, body: Array(text.utf8))
        }
        fields.set("Content-Type", "text/html; charset=utf-8")
        fields.set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        fields.set("X-Content-Type-Options", "nosniff")
        let title = types.count == 1 ? types[0].description.title : "Problems"
        let page = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(title) · Chatprint</title>
            <meta name="viewport" content="width=device-width">
            <style>
            :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
            body { max-width: 40em; margin: 2em auto; padding: 0 1em }
            h2 { margin: 2em 0 0 } dt { font-weight: 600; margin-top: .5em } dd { margin: 0 }
            </style>
            <p><a href="/problems">Problems</a>
            \(types.map(\.html).joined())
            </html>

            """
        return Response(200, fields, body: Array(page.utf8))
    }

    private var text: String {
        """
        \(rawValue) (\(description.status)): \(description.title)
          Causes: \(description.causes)
          Remedy: \(description.remedy)

        """
    }

    private var html: String {
        """
        <h2 id="\(rawValue)">\(description.title)</h2>
        <dl><dt>Type</dt><dd><a href="\(path)"><code>\(path)</code></a>, usually status \
        \(description.status)</dd>
        <dt>Causes</dt><dd>\(Self.markup(description.causes))</dd>
        <dt>Remedy</dt><dd>\(Self.markup(description.remedy))</dd></dl>

        """
    }

    /// Escapes `text` and formats the parts in backquotes as code.
    private static func markup(_ text: String) -> String {
        let parts = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index.isMultiple(of: 2) ? String(part) : "<code>\(part)</code>"
        }.joined()
    }
}
