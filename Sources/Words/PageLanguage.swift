package import JSON

/// The words of the web page in one language, English where the language has none.
package struct PageLanguage: Sendable {
    /// BCP 47, such as `de` or `zh-Hans`.
    package let tag: String
    package let isRightToLeft: Bool
    /// By the keys in the page's markup.
    package let markup: [String: String]
    /// The object that the page's scripts read: a text for each key, or one for each CLDR category
    /// of the number `n`.
    package let script: JSONValue
}
