import Basics
import Model
import TestBytes
import Testing

@Suite struct MutationTests {
    /// Xorshift64*, deterministic.
    private static let pieces: [[UInt8]] = [
        "null", "true", "-1", "1e400", "99999999999999999999", "0.1", "\"\"", "\"x\"", "[]", "{}",
        "[[[[", "}", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\\u202e", "\u{301}\u{301}",
        "\"2026-02-30\"", "\"https://a.b\"", "\"data:;base64,A\"", "\"*_~`|<:[(\"",
        "-9223372036854775808", "9223372036854775807", "{\"data\":\"AAA\"}", "{\"file\":\"../x\"}",
        "\"markdown\"", "\"slack\"", "😀", "\u{0}",
    ].map { Array($0.utf8) }

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) {
            guard !bytes.isEmpty else { break }
            let start = random.below(bytes.count)
            let end = min(bytes.count, start + random.below(random.below(8) == 0 ? 200 : 8))
            switch random.below(5) {
            case 0: bytes[start] = UInt8(truncatingIfNeeded: random.below(256))
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
            case 3:
                bytes.replaceSubrange(
                    start..<end,
                    with: MutationTests.pieces[random.below(MutationTests.pieces.count)]
                )
            default: replaceValue(in: &bytes, from: start, &random)
            }
        }
        return bytes
    }

    /// Most results are still valid JSON.
    private func replaceValue(
        in bytes: inout [UInt8], from start: Int, _ random: inout SeededRandom
    ) {
        guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let stops = Array(",}]".utf8)
        guard let end = bytes[(colon + 1)...].firstIndex(where: { stops.contains($0) }) else {
            return
        }
        bytes.replaceSubrange(colon + 1..<end, with: MutationTests.pieces[random.below(18)])
    }

    /// Every input gives a conversation or an error: nothing traps, and every decoded conversation
    /// can be prepared, written and decoded again.
    @Test(arguments: Fixture.conversations)
    func anyInputGivesAConversationOrAnError(fixture: Fixture) throws {
        var random = SeededRandom(seed: 0x9E37_79B9 ^ UInt64(fixture.bytes.count) | 1)
        var limits = Limits()
        limits.messageCharacters = 5000
        var read = 0
        for _ in 0..<400 {
            let bytes = mutated(fixture.bytes, &random)
            let request: RenderRequest
            do throws(ConversationError) {
                request = try ConversationDecoder.decode(
                    bytes, overrides: [("redact.pattern", "[a-e]+"), ("order", "desc")],
                    limits: limits)
            } catch {
                if case .invalid(let faults) = error { #expect((1...20).contains(faults.count)) }
                continue
            }
            read += 1
            _ = try request.prepared().conversation
            let written = request.conversation.json()
            _ = try JSONValue(parsing: written)
            do throws(ConversationError) {
                let again = try ConversationDecoder.decode(written).conversation
                #expect(again.messages.count == request.conversation.messages.count)
            } catch {
                Testing.Issue.record("\(error): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(read > 10)
    }

    @Test(arguments: Fixture.conversations)
    func everyTruncationIsAnError(fixture: Fixture) {
        let step = max(1, fixture.bytes.count / 150)
        for end in stride(from: 0, to: fixture.bytes.count - 2, by: step) {
            #expect(throws: ConversationError.self) {
                try ConversationDecoder.decode(Array(fixture.bytes.prefix(end)))
            }
        }
    }
}
