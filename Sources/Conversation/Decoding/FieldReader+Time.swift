import JSON

extension FieldReader {
    /// An instant in any of the accepted forms.
    mutating func moment() throws(ConversationError) -> Moment? {
        if try peek() == .number {
            guard let number = try number() else { return nil }
            if let time = TimeText(unix: number) { return clock.moment(time) }
            try reject(
                .outOfRange(
                    value: FieldReader.excerpt(number.text), lower: TimeText.range.lowerBound,
                    upper: TimeText.range.upperBound))
            return nil
        }
        guard let text = try string([.string, .number]), !text.isEmpty else { return nil }
        if let time = TimeText(text) { return clock.moment(time) }
        try reject(.malformedTime(FieldReader.excerpt(text)))
        return nil
    }
}
