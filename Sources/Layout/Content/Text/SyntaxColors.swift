import Scene
import Themes

/// Colors code sparingly: comments, strings, numbers and common keywords. It makes one pass over
/// the bytes of any text.
struct SyntaxColors {
    private let style: CodeStyle

    init(_ style: CodeStyle) { self.style = style }

    func spans(in text: String, language: String?) -> [StyledText.Span] {
        guard let language, let grammar = CodeGrammar(language: language.lowercased()) else {
            return []
        }
        let bytes = Array(text.utf8)
        var spans: [StyledText.Span] = []
        var index = 0
        while index < bytes.count {
            let (end, kind) = grammar.token(at: index, in: bytes)
            if let color = color(kind) {
                var span = StyledText.Span(index..<end)
                span.color = color
                spans.append(span)
            }
            index = end
        }
        return spans
    }

    private func color(_ kind: CodeGrammar.Token) -> Color? {
        switch kind {
        case .plain: nil
        case .keyword: style.keyword
        case .string: style.string
        case .comment: style.comment
        case .number: style.number
        }
    }
}
