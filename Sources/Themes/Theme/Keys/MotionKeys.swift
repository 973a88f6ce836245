enum MotionKeys {
    static let all: [Key<MotionStyle>] = [
        Key("entrance", \.entrance, .choice, "how a message appears in a clip"),
        Key("milliseconds", \.milliseconds, .integer(0...2_000), "the duration of the entrance"),
    ]
}
