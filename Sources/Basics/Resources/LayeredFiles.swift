import FoundationEssentials

/// Files by path, such as `themes/signal.json`. The first layer that has a file wins.
package struct LayeredFiles: Sendable {
    /// A source of files.
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

    /// Returns whether a file is part of the program, or a copy of that file.
    package func isShipped(_ path: String) -> Bool {
        for case .program(let files) in layers {
            if let file = files[path] { return bytes(path) == file() }
        }
        return false
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

    /// Returns the names in a folder of all layers, sorted; nil if no layer has it or one cannot be
    /// read.
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
}
