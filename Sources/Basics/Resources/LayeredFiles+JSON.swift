/// Why a file of the configuration cannot be used; reported to the operator.
package enum ConfigurationFileFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    case tooLarge(file: String, limit: Int, actual: Int)
    case syntax(file: String, JSONError)

    package var sentence: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .tooLarge(let file, let limit, let actual):
            "\(file) has \(actual) bytes; the limit is \(limit)"
        case .syntax(let file, let error): "\(file) \(error.sentence)"
        }
    }
}

/// Reading for folders of data; `failure` wraps a fault in the error of that folder.
extension LayeredFiles {
    /// The maximum size of a JSON file in bytes. Most have about ten kilobytes.
    private static let maxJSONBytes = 1 << 20

    /// The names are sorted.
    package func names<Failure: Error>(
        in folder: String, or failure: (ConfigurationFileFault) -> Failure
    ) throws(Failure) -> [String] {
        guard let names = names(in: folder) else { throw failure(.unreadable(path: place(folder))) }
        return names
    }

    package func bytes<Failure: Error>(
        _ path: String, limit: Int, or failure: (ConfigurationFileFault) -> Failure
    ) throws(Failure) -> [UInt8] {
        guard let bytes = bytes(path) else { throw failure(.unreadable(path: place(path))) }
        guard bytes.count <= limit else {
            throw failure(.tooLarge(file: Self.file(path), limit: limit, actual: bytes.count))
        }
        return bytes
    }

    package func json<Failure: Error>(
        _ path: String, or failure: (ConfigurationFileFault) -> Failure
    ) throws(Failure) -> JSONValue {
        try json(path, or: failure) { reader throws(JSONError) in
            let value = try reader.value()
            try reader.end()
            return value
        }
    }

    /// - Parameter body: reads the values that it needs.
    package func json<Value, Failure: Error>(
        _ path: String, or failure: (ConfigurationFileFault) -> Failure,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(Failure) -> Value {
        let bytes = try bytes(path, limit: Self.maxJSONBytes, or: failure)
        do throws(JSONError) {
            var reader = try JSONReader(bytes)
            return try body(&reader)
        } catch {
            throw failure(.syntax(file: Self.file(path), error))
        }
    }

    /// Returns the path of a file in a folder; an empty folder is the top.
    package static func path(_ file: String, in folder: String) -> String {
        folder.isEmpty ? file : folder + "/" + file
    }

    private static func file(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
