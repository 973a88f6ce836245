package import Basics

/// The texts of the web page in one language, with English as the fallback.
package struct PageLanguage: Sendable {
    /// The BCP 47 tag, such as `de` or `zh-Hans`.
    package let tag: String
    package let isRightToLeft: Bool
    /// The texts by the keys in the page's markup.
    package let markup: [String: String]
    /// The object for the page's scripts: a text for each key, or one for each CLDR category of the
    /// number `n`.
    package let script: JSONValue
}
