package import Basics
import Model

extension ErrorDetails {
    package init(_ error: JSONError) {
        switch error {
        case .syntax(let place, let fault):
            let sentence =
                fault == .empty
                ? "the body is empty; a conversation is expected" : fault.sentence
            self.init("Line \(place.line), column \(place.column): \(sentence).")
            self.locate(place)
        case .tooDeep(let place, let limit):
            self.init(
                "Line \(place.line), column \(place.column): nested more than \(limit) levels deep (setting json_depth)."
            )
            self.locate(place)
            self.limit = limit
            setting = Limits.Setting.jsonDepth.rawValue
        case .encoding(let offset):
            // A NUL is valid UTF-8, but begins no JSON except in UTF-16 and UTF-32.
            let others = offset < 4 ? " It may be a NUL, or the text UTF-16 or UTF-32." : ""
            self.init("Byte \(offset) is not valid UTF-8, the only encoding of JSON." + others)
            self.offset = offset
        case .unreadable(let offset): self.init(unreadableFrom: offset)
        case .stopped:
            self.init(RenderFault.timeout)
        }
    }

    init(unreadableFrom offset: Int) {
        self.init("The file cannot be read from byte \(offset), or was truncated meanwhile.")
        self.offset = offset
    }

    private mutating func locate(_ place: JSONPosition) {
        line = place.line
        column = place.column
        offset = place.offset
    }
}
