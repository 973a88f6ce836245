import Model
import Testing

@testable import TextDocuments

@Suite struct MarkdownDocumentTests {
    @Test func wholeConversation() throws {
        let text = try WrittenTalk.text(WrittenTalk.everything, .markdown)
        #expect(
            text.hasPrefix(
                """
                # Family

                Time zone: Europe/Berlin\\
                Times without an offset: 1, clock times among them read as Europe/Berlin

                ## 2026-05-31

                **Ben** · 2026-05-31 09:40:00 +02:00

                > First line\\
                > From me

                - Read 2026-05-31 09:41:00 +02:00
                - 👍: Ana Ruiz

                **Ana Ruiz** · 2026-05-31 09:42:00 +02:00

                - ↩ Ben: First line\\
                  From me

                > =SUM(A1)


                """.replacing("> =SUM(A1)\n\n", with: "> \\=SUM(A1)\n\n").dropLast()))
        #expect(text.contains("## 2026-06-01\n\n"))
        #expect(
            text.contains(
                "- Poll: When?\\\n  • Now: 2 votes (your choice) · Ana Ruiz, Ben\\\n  • Never: 0 votes"
            )
        )
    }

    @Test func messageTextStaysInsideItsBlockQuote() throws {
        let text = try WrittenTalk.text(
            ##"""
            {"messages": [{"from": "*a*\n# b", "format": "markdown",
              "text": "# Big\n\n---\n\n- x\n\n<script>\n\n[a](javascript:x)"},
             {"from": "b", "text": "\n\n# x\n\n**Ben** · 9:00"}],
             "options": {"show": {"numbers": true}}}
            """##,
            .markdown)
        let outside = text.split(separator: "\n").filter { !$0.hasPrefix(">") }
        #expect(outside == [##"\#1 · **\*a\* \# b**"##, ##"\#2 · **b**"##])
        #expect(!text.contains("<script>") || text.contains("\\<script>"))
        #expect(!text.contains("](<javascript"))
    }
}
