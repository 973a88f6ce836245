import Foundation

/// Evidence documents modified by a forger who recomputes the digest in the metadata.
enum ForgedDocument {
    /// - Parameters:
    ///   - manifest: the text to replace in the manifest, and its replacement.
    ///   - change: changes the document, whose streams are uncompressed.
    static func made(
        from document: Data, manifest: (String, String)? = nil,
        _ change: (inout Data) throws -> Void = { _ in }
    ) throws -> Data {
        var plain = try tool(["qpdf", "--qdf", "FILE", "-"], on: document).data
        if let (old, new) = manifest {
            guard let place = plain.range(of: Data(old.utf8)) else {
                throw CocoaError(.coderValueNotFound)
            }
            plain.replaceSubrange(place, with: Data(new.utf8))
        }
        try change(&plain)
        return try sealed(tool(["fix-qdf", "FILE"], on: plain).data)
    }

    private static func sealed(_ document: Data) throws -> Data {
        var document = document
        let tag = Data("<chatprint:seal>".utf8)
        guard let start = document.range(of: tag)?.upperBound else {
            throw CocoaError(.coderValueNotFound)
        }
        let place = start..<start + 77
        let zeros = String(repeating: "0", count: 12) + "-" + String(repeating: "0", count: 64)
        document.replaceSubrange(place, with: Data(zeros.utf8))
        let digest = try tool(["sha256sum", "FILE"], on: document).text.prefix(64)
        let count = String(document.count)
        let seal = String(repeating: "0", count: 12 - count.count) + count + "-" + digest
        document.replaceSubrange(place, with: Data(seal.utf8))
        return document
    }
}

extension Data {
    mutating func replaceAll(_ old: String, with new: String) {
        var from = startIndex
        while let place = range(of: Data(old.utf8), in: from..<endIndex) {
            replaceSubrange(place, with: Data(new.utf8))
            from = place.lowerBound + new.utf8.count
        }
    }
}
