enum MotionKeys {
    static let all: [Key<MotionStyle>] = [
        Key("entrance", \.entrance, .choice, "how a message comes"),
        Key("milliseconds", \.milliseconds, .integer(0...2_000), "how long that takes"),
    ]
}
