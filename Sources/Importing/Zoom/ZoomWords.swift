/// The words around the names in a heading such as `From Ana to Everyone:`, in the language of the
/// program that saved the chat.
struct ZoomWords {
    let from: String
    let to: String
    /// The words for all participants of the meeting, in lowercase.
    let everyone: Set<String>

    static let english = ZoomWords(from: "From ", to: " to ", everyone: ["everyone"])

    static let all = [
        english,
        ZoomWords(from: "Von ", to: " an ", everyone: ["alle"]),
        ZoomWords(from: "De ", to: " \u{E0} ", everyone: ["tout le monde", "tous"]),
        ZoomWords(from: "De ", to: " para ", everyone: ["todos"]),
        ZoomWords(from: "De ", to: " a ", everyone: ["todos"]),
        ZoomWords(from: "Da ", to: " a ", everyone: ["tutti"]),
        ZoomWords(from: "\u{958B}\u{59CB} ", to: " \u{306B} ", everyone: ["\u{5168}\u{54E1}"]),
        ZoomWords(
            from: "\u{4ECE} ", to: " \u{5230} ",
            everyone: ["\u{6240}\u{6709}\u{4EBA}", "\u{6BCF}\u{4E2A}\u{4EBA}"]),
        ZoomWords(
            from: "\u{5F9E} ", to: " \u{5230} ",
            everyone: ["\u{6240}\u{6709}\u{4EBA}", "\u{6BCF}\u{500B}\u{4EBA}"]),
    ]
}
