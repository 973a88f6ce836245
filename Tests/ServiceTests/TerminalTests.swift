import Testing

@testable import chatprint

@Suite struct TerminalTests {
    @Test func controlCharactersAreReplaced() {
        let hostile = "a\u{1B}[31m\u{9B}2J\u{7F}b\n\tç"
        #expect(Terminal.sanitized(hostile) == "a\u{FFFD}[31m\u{FFFD}2J\u{FFFD}b\n\tç")
    }
}
