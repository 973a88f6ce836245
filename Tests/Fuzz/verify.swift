// Feeds the verifier of documents with fuzzer input; script/fuzz runs it.

import Basics
import Foundation

@testable import Evidence

private let limit = 1 << 20

/// The first byte decides what the rest is: a document, or the manifest of one without a seal. No
/// input may make a document verify as identical, and none without its own digest has no faults.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let mayBeSealed = kind % 2 == 0
    let document = mayBeSealed ? rest : sample(manifest: rest)
    bounded(document.count) {
        guard let result = try? Verifier.verify(document, limit: limit) else { return }
        precondition(result.verdict != .identical, "it is not drawn again")
        precondition(
            mayBeSealed || result.verdict == .changed || result.verdict == .notEvidence,
            "it has no seal")
    }
    return 0
}

private func sample(manifest: [UInt8]) -> [UInt8] {
    let objects = [
        Array("<</Type/Catalog/Names<</EmbeddedFiles<</Names[(manifest.json)2 0 R]>>>>>>".utf8),
        Array("<</UF(manifest.json)/EF<</F 3 0 R>>>>".utf8),
        Array("<</Length \(manifest.count)>>\nstream\n".utf8) + manifest
            + Array("\nendstream".utf8),
    ]
    var document = Array("%PDF-1.7\n".utf8)
    var table = "xref\n0 4\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
        table += String(repeating: "0", count: 10 - String(document.count).count)
        table += "\(document.count) 00000 n \n"
        document += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let place = document.count
    return document
        + Array((table + "trailer<</Root 1 0 R/Size 4>>\nstartxref\n\(place)\n%%EOF\n").utf8)
}
