/// Small pieces of the sentences in warnings.
enum Phrase {
    /// `1 line`, `2 lines`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
