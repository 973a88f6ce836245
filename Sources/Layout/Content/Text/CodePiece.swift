import Basics
import Scene
import Themes

/// Spaces are kept and long lines wrapped.
struct CodePiece: Piece {
    let shaped: ShapedText
    let language: ShapedText?
    let style: CodeStyle

    static let padding = Insets(top: 9, left: 11, bottom: 9, right: 11)

    private var head: Double { language.map { $0.size.height + 3 } ?? 0 }

    var size: Size {
        Size(
            max(shaped.size.width, language?.size.width ?? 0) + CodePiece.padding.horizontal,
            shaped.size.height + head + CodePiece.padding.vertical)
    }

    var text: String { shaped.text }

    var breaks: [Double] { shaped.breaks.map { CodePiece.padding.top + head + $0 } }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.fill(.rounded(frame, style.radius), style.fill)
        let inner = frame.inset(by: CodePiece.padding)
        if let language { drawing.label(language, at: inner.origin) }
        drawing.part(.code, in: frame) { $0.text(shaped, at: inner.origin.offset(0, head)) }
    }
}

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

/// The parts of a programming language that coloring needs: comment and string delimiters, and
/// keywords.
struct CodeGrammar {
    enum Token { case plain, keyword, string, comment, number }

    private let lineComment: [UInt8]
    private let blockComment: Bool
    private let quotes: [UInt8]
    private let keywords: Set<String>

    init?(language: String) {
        switch language {
        case "swift", "rust", "rs", "go", "c", "h", "cpp", "c++", "java", "kotlin", "kt", "js",
            "javascript", "ts", "typescript", "jsx", "tsx", "cs", "csharp", "php", "scala", "dart":
            self.init("//", block: true, quotes: "\"'`", CodeGrammar.braces)
        case "python", "py", "ruby", "rb", "elixir":
            self.init("#", block: false, quotes: "\"'", CodeGrammar.scripts)
        case "sh", "bash", "zsh", "shell", "console", "dockerfile", "make", "yaml", "yml", "toml":
            self.init("#", block: false, quotes: "\"'", CodeGrammar.shell)
        case "sql":
            self.init("--", block: true, quotes: "'\"", CodeGrammar.queries)
        case "json":
            self.init("", block: false, quotes: "\"", ["true", "false", "null"])
        default: return nil
        }
    }

    private init(_ line: String, block: Bool, quotes: String, _ keywords: Set<String>) {
        lineComment = Array(line.utf8)
        blockComment = block
        self.quotes = Array(quotes.utf8)
        self.keywords = keywords
    }

    func token(at start: Int, in bytes: [UInt8]) -> (end: Int, kind: Token) {
        let byte = bytes[start]
        if !lineComment.isEmpty, bytes[start...].starts(with: lineComment) {
            return (bytes[start...].firstIndex(of: 0x0A) ?? bytes.count, .comment)
        }
        if blockComment, byte == 0x2F, start + 1 < bytes.count, bytes[start + 1] == 0x2A {
            return (blockEnd(start + 2, bytes), .comment)
        }
        if quotes.contains(byte) { return (stringEnd(start, bytes), .string) }
        if ASCII.isDigit(byte) {
            return (numberEnd(start, bytes), .number)
        }
        guard isWord(byte) else { return (start + 1, .plain) }
        let end = run(start, bytes, while: isWord)
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        let isKeyword = keywords.contains(word) || keywords.contains(word.lowercased())
        return (end, isKeyword ? .keyword : .plain)
    }

    /// A point is part of a number only before a digit: `0..10` is a range between two numbers.
    private func numberEnd(_ start: Int, _ bytes: [UInt8]) -> Int {
        var index = start
        while index < bytes.count {
            let isPoint =
                bytes[index] == 0x2E && index + 1 < bytes.count && ASCII.isDigit(bytes[index + 1])
            guard isPoint || isWord(bytes[index]) else { break }
            index += 1
        }
        return index
    }

    private func blockEnd(_ start: Int, _ bytes: [UInt8]) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == 0x2A, bytes[index + 1] == 0x2F { return index + 2 }
            index += 1
        }
        return bytes.count
    }

    /// Strings end at their quote or at the end of the line, so that a stray quote colors only one
    /// line.
    private func stringEnd(_ start: Int, _ bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != 0x0A {
            if bytes[index] == bytes[start] { return index + 1 }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private func run(_ start: Int, _ bytes: [UInt8], while belongs: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
        return index
    }

    private func isWord(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == 0x5F
            || byte >= 0x80
    }

    private static let braces = words(
        """
        as async await break case catch class const continue default defer do else enum export extends \
        extension false final fn for from func function guard if impl implements import in init inout \
        interface internal let loop match mod mut namespace new nil null override package private \
        protocol public pub return self static struct super switch template this throw throws trait \
        true try type typedef typeof undefined union unsafe use using var void where while yield int \
        bool char float double string
        """)
    private static let scripts = words(
        """
        and as assert async await begin break case class continue def defmodule del do elif else elsif \
        end ensure except false finally for from global if import in is lambda module nil none nonlocal \
        not or pass raise require rescue return self then true try unless until when while with yield
        """)
    private static let shell = words(
        """
        case do done elif else esac export fi for from function if in local return run then until while \
        copy entrypoint cmd workdir env true false null set cd echo exit source sudo
        """)
    private static let queries = words(
        """
        add all alter and as asc between by case create default delete desc distinct drop else end \
        exists from group having if in index inner insert into is join key left like limit not null on \
        or order outer primary references right select set table then union unique update values view \
        when where with
        """)

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
