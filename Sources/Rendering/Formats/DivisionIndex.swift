import Basics
import Model

/// The index of a ZIP of parts, as JSON for programs and as HTML for people.
struct DivisionIndex {
    struct File {
        let name: String
        let first: Moment?
        let last: Moment?
        let messages: Int
        let pages: Int
    }

    let conversation: Conversation
    let division: Division
    let files: [File]

    var json: [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.object { writer in
            writer.member("title", optional: conversation.title)
            writer.member("timezone", conversation.timeZone)
            switch division {
            case .day: writer.member("split_by", "day")
            case .month: writer.member("split_by", "month")
            case .year: writer.member("split_by", "year")
            case .count(let count): writer.member("split_by", count)
            }
            writer.member("messages", conversation.messages.count)
            writer.key("files")
            writer.array { writer in
                for file in files {
                    writer.object { writer in
                        writer.member("name", file.name)
                        writer.member("first", optional: file.first?.text)
                        writer.member("last", optional: file.last?.text)
                        writer.member("messages", file.messages)
                        writer.member("pages", file.pages)
                    }
                }
            }
        }
        return writer.drain() + [0x0A]
    }

    var html: [UInt8] {
        let title = DivisionIndex.escaped(conversation.title ?? "Conversation")
        var page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 48em; margin: 2em auto; padding: 0 1em }
            table { border-collapse: collapse; width: 100% }
            th, td { padding: .3em .6em; text-align: start; border-bottom: 1px solid #8884 }
            .n { text-align: end; font-variant-numeric: tabular-nums }
            :root { color-scheme: light dark }
            </style>
            <h1 dir="auto">\(title)</h1>
            <table>
            <thead><tr><th>File<th>First<th>Last<th class="n">Messages<th class="n">Pages</thead>

            """
        for file in files {
            let name = DivisionIndex.escaped(file.name)
            page += """
                <tr><td><a href="\(name)">\(name)</a>\
                <td>\(DivisionIndex.words(file.first))<td>\(DivisionIndex.words(file.last))\
                <td class="n">\(file.messages)<td class="n">\(file.pages)

                """
        }
        return Array((page + "</table>\n</html>\n").utf8)
    }

    /// Formats a local time to the minute: `2026-05-31 09:40`.
    private static func words(_ moment: Moment?) -> String {
        guard let text = moment?.text else { return "" }
        return "<time datetime=\"\(text)\">\(text.prefix(16).replacing("T", with: " "))</time>"
    }

    private static func escaped(_ text: String) -> String {
        XMLEscape.escaped(text, in: .doubleQuotes)
    }
}
