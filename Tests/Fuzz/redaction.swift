// Feeds redaction's patterns and names with fuzzer input; script/fuzz runs it.

@testable import Model

/// The first byte gives the length of the pattern; small alphabets make matches likely.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first, count > 2 else { return 0 }
    let split = min(1 + Int(first) % 48, count)
    search(
        word(bytes[1..<split], from: "abAéß0 .|()[]^$*+?{}1,2-\\bdw\n"),
        in: word(bytes[split...], from: "aabbABéß01 .\n-李"))
    compare(
        word(bytes[1..<split], from: "ab.|()[]*+?aabb"),
        in: word(bytes[split...].prefix(12), from: "aabbc"))
    hide(
        word(bytes[1..<min(split, 8)], from: "abAéß李0 "),
        in: word(bytes[split...].prefix(60), from: "aabbABéß01 .-李"))
    return 0
}

private func word(_ bytes: ArraySlice<UInt8>, from letters: String) -> String {
    let letters = Array(letters)
    return String(bytes.map { letters[Int($0) % letters.count] })
}

/// Matches are in order, do not overlap and are within the text.
private func search(_ source: String, in text: String) {
    let scalars = Array(text.unicodeScalars)
    guard let pattern = try? Pattern(source) else { return }
    guard let found = try? pattern.matches(in: scalars, SearchSteps()) else {
        preconditionFailure("more steps than any such text may take")
    }
    var end = 0
    for range in found {
        precondition(range.lowerBound >= end && !range.isEmpty && range.upperBound <= scalars.count)
        end = range.upperBound
    }
    if !found.isEmpty {
        precondition((try? pattern.isFound(in: scalars, SearchSteps())) == true)
    }
}

/// On short texts, the standard library's backtracking engine finds the same matches.
private func compare(_ source: String, in text: String) {
    guard isPlain(source), let pattern = try? Pattern(source), let regex = try? Regex(source),
        let found = try? pattern.matches(in: Array(text.unicodeScalars), SearchSteps())
    else { return }
    let wanted = text.matches(of: regex).map { match in
        text.distance(
            from: text.startIndex, to: match.range.lowerBound)..<text.distance(
                from: text.startIndex, to: match.range.upperBound)
    }.filter { !$0.isEmpty }
    precondition(found == wanted, "\(source) finds \(found) in \(text) instead of \(wanted)")
}

/// Excludes constructs that engines interpret differently, loops around nothing and sets with odd
/// members. Allows only few choices, since the other engine tries every combination.
private func isPlain(_ source: String) -> Bool {
    guard source.filter("|*+?".contains).count <= 6 else { return false }
    var groups = [false]
    var before: Character = "("
    var mayLoop = false
    for character in source {
        switch character {
        case "[", "]": return false
        case "(": groups.append(false)
        case ")":
            guard groups.count > 1, before != "(", before != "|" else { return false }
            let loops = groups.removeLast()
            mayLoop = !loops
            if loops { groups[groups.count - 1] = true }
        case "|": if before == "(" || before == "|" { return false }
        case "*", "+", "?":
            guard mayLoop, !"(|*+?".contains(before) else { return false }
            groups[groups.count - 1] = true
            mayLoop = false
        default: mayLoop = true
        }
        before = character
    }
    return groups.count == 1 && before != "|"
}

private func hide(_ name: String, in words: String) {
    func request(_ text: String) -> RenderRequest? {
        let talk =
            #"{"redacted":true,"participants":[{"id":"q","name":"\#(name)"},{"id":"z","name":"Z"}],"#
            + #""messages":[{"from":"z","text":"\#(text)"}],"options":{"redact":[{"participant":"q"}]}}"#
        return try? ConversationDecoder.decode(Array(talk.utf8))
    }
    guard let prepared = try? request(words)?.prepared(),
        case .paragraph(let rich)? = prepared.conversation.messages[0].body.first,
        let again = try? request(rich.text)?.prepared()
    else { return }
    precondition(again.redactions[0].places == 0, "\(name) is still in \(rich.text)")
}
