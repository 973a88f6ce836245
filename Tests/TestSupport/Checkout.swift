package import Foundation

/// The files of the checkout that tests read.
package enum Checkout {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    package static func path(_ name: String) -> String { root.appending(path: name).path }

    package static func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: root.appending(path: name))
    }

    package static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }
}
