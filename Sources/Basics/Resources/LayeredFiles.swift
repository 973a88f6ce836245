import FoundationEssentials

/// Files by path, such as `themes/signal.json`. The first layer that has a file wins.
package struct LayeredFiles: Sendable {
    package enum Layer: Sendable {
        case folder(String)
        /// Files embedded in the program, by path.
        case program([String: @Sendable () -> [UInt8]])
    }

    private let layers: [Layer]

    package init(_ layers: [Layer]) { self.layers = layers }

    package init(folder path: String) { self.init([.folder(path)]) }

    /// Returns nil for an unreadable file instead of searching lower layers: an override must not
    /// be ignored silently.
    package func bytes(_ path: String) -> [UInt8]? {
        for layer in layers {
            switch layer {
            case .folder(let folder):
                let place = Self.join(folder, path)
                guard FileManager.default.fileExists(atPath: place) else { continue }
                return FileManager.default.contents(atPath: place).map { [UInt8]($0) }
            case .program(let files):
                if let file = files[path] { return file() }
            }
        }
        return nil
    }

    /// A file of the program, or a copy of it.
    package func isShipped(_ path: String) -> Bool {
        for case .program(let files) in layers {
            if let file = files[path] { return bytes(path) == file() }
        }
        return false
    }

    /// The files of the program alone, which can always be read.
    package var shipped: LayeredFiles {
        LayeredFiles(
            layers.filter { if case .program = $0 { true } else { false } })
    }

    package func has(_ path: String) -> Bool {
        layers.contains { layer in
            switch layer {
            case .folder(let folder):
                FileManager.default.fileExists(atPath: Self.join(folder, path))
            case .program(let files):
                files.keys.contains { $0 == path || $0.hasPrefix(path + "/") }
            }
        }
    }

    /// Of all layers, sorted; nil if no layer has the folder or one cannot be read.
    package func names(in folder: String) -> [String]? {
        var names: Set<String>?
        for layer in layers {
            switch layer {
            case .folder(let root):
                let place = Self.join(root, folder)
                guard FileManager.default.fileExists(atPath: place) else { continue }
                guard let found = try? FileManager.default.contentsOfDirectory(atPath: place) else {
                    return nil
                }
                names = (names ?? []).union(found)
            case .program(let files):
                let found = files.keys.compactMap { path -> String? in
                    guard path.hasPrefix(folder + "/") else { return nil }
                    return String(path.dropFirst(folder.count + 1).prefix { $0 != "/" })
                }
                if !found.isEmpty { names = (names ?? []).union(found) }
            }
        }
        return names?.sorted()
    }

    /// The path of a file, or the first path searched, for messages to the operator.
    package func place(_ path: String) -> String {
        var first: String?
        for layer in layers {
            switch layer {
            case .folder(let folder):
                let place = Self.join(folder, path)
                if FileManager.default.fileExists(atPath: place) { return place }
                first = first ?? place
            case .program(let files):
                if files[path] != nil { return path }
            }
        }
        return first ?? path
    }

    private static func join(_ folder: String, _ path: String) -> String {
        path.isEmpty ? folder : folder + "/" + path
    }

    // Reading for folders of data; `failure` wraps a fault in the error of that folder.

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

    package static func path(_ file: String, in folder: String) -> String {
        folder.isEmpty ? file : folder + "/" + file
    }

    private static func file(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

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
