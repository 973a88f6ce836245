import Foundation
import Importing
import Testing

/// Each field of a JSON fixture gets a value of another type.
@Suite struct WrongTypeTests {
    private static var values: [Any] {
        [-1e300, "\u{0}x", [Any](), [String: Any](), NSNull(), [[1, "a"], ["b": [true]]]]
    }

    @Test(arguments: Fixture.all)
    func wrongTypesAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        let options = try fixture.options
        for document in Self.documents(bytes) {
            for (place, name) in Self.names(in: document.value).sorted().prefix(80).enumerated() {
                // One other type for each name, in turn.
                for value in [Self.values[place % Self.values.count]] {
                    let changed = Self.replacing(name, with: value, in: document.value)
                    guard let text = try? JSONSerialization.data(withJSONObject: changed) else {
                        continue
                    }
                    let export = document.before + Array(text) + document.after
                    guard
                        let imported = try? ShippedImport.read(
                            export, name: try fixture.name, options: options)
                    else { continue }
                    Invariants.check(imported.conversation)
                }
            }
        }
    }

    private typealias Document = (before: [UInt8], value: Any, after: [UInt8])

    /// The whole file, or each of its lines.
    private static func documents(_ bytes: [UInt8]) -> [Document] {
        if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
            return [([], value, [])]
        }
        let lines = bytes.split(separator: 0x0A).prefix(12)
        return lines.compactMap { line in
            guard let value = try? JSONSerialization.jsonObject(with: Data(line)) else {
                return nil
            }
            return (Array(bytes[..<line.startIndex]), value, Array(bytes[line.endIndex...]))
        }
    }

    private static func names(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { names, member in
                names.insert(member.key)
                names.formUnion(self.names(in: member.value))
            }
        case let array as [Any]: array.reduce(into: []) { $0.formUnion(self.names(in: $1)) }
        default: []
        }
    }

    private static func replacing(_ name: String, with other: Any, in value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { key, inner in
                    (key, key == name ? other : replacing(name, with: other, in: inner))
                })
        case let array as [Any]: array.map { replacing(name, with: other, in: $0) }
        default: value
        }
    }
}
