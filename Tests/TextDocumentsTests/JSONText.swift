import Foundation

enum JSONText {
    static func of(_ text: String) throws -> Data {
        try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    }
}
