import Basics
import Model

/// The page that lists the files of an account's chats and searches them. It loads nothing and works
/// from a folder; without scripts, it is a plain table.
struct AccountIndex {
    let records: [AccountReport.Record]
    let source: String?
    let isComplete: Bool

    /// The maximum number of people that a row shows; the search knows all of them.
    private static let maxShown = 4
    private static let maxFaults = 1_000

    var html: [UInt8] {
        let (chats, messages) = AccountReport.counts(records)
        let title = source.map(Self.escaped) ?? "Chats"
        var page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p>\(Self.sum(chats, messages))</p>

            """
        if !isComplete {
            page += "<p class=\"warn\">Incomplete: the run ended before the last chat.</p>\n"
        }
        page += """
            <form role="search" hidden>
            <label for="q">Search titles, people and dates</label>
            <input id="q" type="search" autocomplete="off" spellcheck="false" placeholder="Ana 2026-05">
            <output id="n" for="q" aria-live="polite"></output>
            </form>
            <div class="wide" role="region" aria-label="Chats" tabindex="0">
            <table>
            <caption>Chats</caption>
            <thead><tr><th scope="col">Title</th><th scope="col">People</th><th scope="col">First</th>\
            <th scope="col">Last</th><th scope="col" class="n">Messages</th>\
            <th scope="col" class="n">Pages</th></tr></thead>
            <tbody>

            """
        for record in records { page += row(record) }
        page +=
            "</tbody>\n</table>\n</div>\n" + faults + "</main>\n<script>\(Self.script)</script>\n"
        return Array((page + "</body>\n</html>\n").utf8)
    }

    private static func sum(
        _ chats: AccountReport.Counts, _ messages: AccountReport.Counts
    ) -> String {
        let files = chats.rendered + chats.skipped
        let shown = messages.rendered + messages.skipped
        var text = "\(count(files, "chat")) with \(count(shown, "message"))."
        if chats.leftOut > 0 || messages.leftOut > 0 {
            text +=
                " Left out: \(count(chats.leftOut, "chat")) and "
                + "\(count(messages.leftOut, "message")) in all."
        }
        if chats.failed > 0 { text += " Failed: \(count(chats.failed, "chat"))." }
        return text
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        let digits = String(number)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return "\(text) \(noun)\(number == 1 ? "" : "s")"
    }

    private func row(_ record: AccountReport.Record) -> String {
        guard let file = record.file else { return "" }
        var pages = ""
        var messages = record.chat.messages ?? 0
        switch record.outcome {
        case .rendered(let shown, let count, _): (messages, pages) = (shown, String(count))
        case .skipped: break
        case .leftOut, .failed: return ""
        }
        let chat = record.chat
        let names = chat.people.prefix(Self.maxShown)
            .map { "<bdi>\(Self.escaped($0))</bdi>" }.joined(separator: ", ")
        let others = chat.people.count - Self.maxShown
        let more = others > 0 ? " <span>and \(others) more</span>" : ""
        let rest = chat.people.dropFirst(Self.maxShown).map(Self.escaped).joined(separator: ", ")
        return "<tr\(rest.isEmpty ? "" : " data-p=\"\(rest)\"")>"
            + "<td><a href=\"\(Self.address(file))\"><bdi>\(Self.escaped(chat.title))</bdi></a></td>"
            + "<td>\(names)\(more)</td><td>\(Self.day(chat.first))</td>"
            + "<td>\(Self.day(chat.last))</td><td class=\"n\">\(messages)</td>"
            + "<td class=\"n\">\(pages)</td></tr>\n"
    }

    private var faults: String {
        let failed = records.compactMap { record -> String? in
            guard case .failed(_, let detail) = record.outcome else { return nil }
            return
                "<li><bdi>\(Self.escaped(record.chat.title))</bdi>: \(Self.escaped(detail))</li>\n"
        }
        guard !failed.isEmpty else { return "" }
        let rest = failed.count - Self.maxFaults
        return "<h2>Failed</h2>\n<ul>\n" + failed.prefix(Self.maxFaults).joined()
            + (rest > 0 ? "<li>and \(rest) more, in report.json</li>\n" : "") + "</ul>\n"
    }

    private static func day(_ moment: Moment?) -> String {
        guard let day = moment?.text.prefix(10) else { return "" }
        return "<time datetime=\"\(day)\">\(day)</time>"
    }

    /// A relative address, of which no part is a scheme.
    private static func address(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in path.utf8 {
            if ASCII.isAlphanumeric(byte) || "-_./".utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        XMLEscape.escaped(text, in: .doubleQuotes)
    }

    /// The contrast of text is at least 4.5 to 1 in both modes.
    private static let style = """
        :root { color-scheme: light dark }
        * { box-sizing: border-box }
        body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f5f1, #131316);
          color: light-dark(#1b1a1f, #eeedf1) }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 4rem }
        h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere }
        p { margin: .25rem 0 1.25rem; color: light-dark(#5c5a65, #aaa8b4) }
        .warn { color: light-dark(#735000, #efc877) }
        form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; margin-bottom: 1rem }
        form[hidden] { display: none }
        label { flex-basis: 100%; font-weight: 500 }
        input { flex: 1 1 16rem; max-width: 28rem; font: inherit; padding: .5rem .75rem; border-radius: 9px;
          border: 1px solid light-dark(#8b8891, #7d7a86); background: light-dark(#fff, #1b1b1f); color: inherit }
        output { color: light-dark(#5c5a65, #aaa8b4) }
        .wide { overflow-x: auto; border: 1px solid light-dark(#e1ded7, #2e2e34); border-radius: 12px;
          background: light-dark(#fff, #1b1b1f) }
        table { border-collapse: collapse; width: 100% }
        caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
        th, td { padding: .45rem .75rem; text-align: start; vertical-align: top;
          border-bottom: 1px solid light-dark(#e1ded7, #2e2e34) }
        tr:last-child td { border-bottom: 0 }
        td:nth-child(1) { min-width: 14rem; overflow-wrap: anywhere }
        td:nth-child(2) { min-width: 10rem; overflow-wrap: anywhere }
        td span { color: light-dark(#5c5a65, #aaa8b4) }
        time { white-space: nowrap }
        .n { text-align: end; font-variant-numeric: tabular-nums }
        th button { font: inherit; white-space: nowrap; color: inherit; background: none; border: 0; padding: 0; cursor: pointer }
        th button::after { content: " \\2195"; opacity: .45 }
        th[aria-sort=ascending] button::after { content: " \\2191"; opacity: 1 }
        th[aria-sort=descending] button::after { content: " \\2193"; opacity: 1 }
        a { color: light-dark(#3c44c4, #a9b0ff); text-underline-offset: .2em }
        :focus-visible { outline: 2px solid light-dark(#3c44c4, #a9b0ff); outline-offset: 2px }
        h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
        li { overflow-wrap: anywhere }
        @media print { form { display: none } .wide { overflow: visible } }
        """

    /// A word that begins a date, such as 2026-05, finds the chats of that time.
    private static let script = #"""
        (() => {
          const plain = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
          const body = document.querySelector('tbody'), count = document.getElementById('n');
          const field = document.getElementById('q'), format = n => n.toLocaleString('en');
          const rows = [...body.rows].map(row => ({ row,
            text: plain(row.cells[0].textContent + ' ' + row.cells[1].textContent + ' ' + (row.dataset.p ?? '')),
            first: row.cells[2].textContent, last: row.cells[3].textContent }));
          const within = (entry, word) => entry.first && /^\d{4}(-\d\d(-\d\d)?)?$/.test(word)
            && entry.first.slice(0, word.length) <= word && word <= entry.last.slice(0, word.length);
          const search = () => {
            const words = plain(field.value).split(/\s+/).filter(Boolean);
            let found = 0;
            for (const entry of rows) {
              const fits = words.every(word => entry.text.includes(word) || within(entry, word));
              entry.row.hidden = !fits;
              if (fits) found += 1;
            }
            count.value = words.length ? `${format(found)} of ${format(rows.length)}` : `${format(rows.length)} chats`;
          };
          field.addEventListener('input', search);
          field.form.addEventListener('submit', event => event.preventDefault());
          field.form.hidden = false;
          const order = new Intl.Collator(undefined, { numeric: true });
          document.querySelectorAll('th').forEach((head, column) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = head.textContent;
            head.replaceChildren(button);
            button.addEventListener('click', () => {
              const descends = head.getAttribute('aria-sort') === 'ascending';
              document.querySelectorAll('th').forEach(other => other.removeAttribute('aria-sort'));
              head.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
              const keyed = rows.map(entry => [entry.row.cells[column].textContent, entry.row]);
              keyed.sort((one, other) => order.compare(one[0], other[0]) * (descends ? -1 : 1));
              body.append(...keyed.map(pair => pair[1]));
            });
          });
          search();
        })();
        """#
}
