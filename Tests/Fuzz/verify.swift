// Feeds the verifier of documents with fuzzer input; script/fuzz runs it.

import Basics
import Foundation

@testable import Evidence

private let limit = 1 << 20

/// The first byte decides what the rest is: a document, the content of a page, a font's character
/// map, or a manifest. No input may make a document without its own digest verify as identical or
/// intact.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let document =
        switch kind % 4 {
        case 0: rest
        case 1: sample(content: rest)
        case 2: sample(map: rest)
        default: sample(manifest: rest)
        }
    bounded(document.count) { check(document, isSealed: kind % 4 == 0) }
    return 0
}

private func check(_ document: [UInt8], isSealed: Bool) {
    guard var result = try? Verifier.verify(document, limit: limit) else { return }
    if let sealed = result.sealed {
        let messages = [ShownMessage(number: 1, texts: ["Hi", "there"])]
        if let finding = try? sealed.readingPages(
            for: messages, limit: limit, budget: .unlimited)
        {
            result.add(finding)
        }
        if let finding = try? sealed.compared(
            with: document, by: "Test", limit: limit, budget: .unlimited)
        {
            precondition(finding.differences.isEmpty, "a document differs from itself")
            result.add(finding)
        }
    }
    let passes = result.verdict == .intact || result.verdict == .identical
    precondition(isSealed || !passes, "what states no digest passes")
}

private let content = Array("BT /F 10 Tf 1 0 0 1 50 700 Tm [<00010002>] TJ ET".utf8)
private let map = Array("beginbfchar <0001> <0048> <0002> <0069> endbfchar".utf8)
private let manifest = Array(
    #"{"manifest":"chatprint-evidence-2","program":"Test","files":[],"messages":[{"number":1}],"shown":{"pages":["x"]}}"#
        .utf8)

private func sample(
    content: [UInt8] = content, map: [UInt8] = map, manifest: [UInt8] = manifest
) -> [UInt8] {
    func stream(_ bytes: [UInt8], _ entries: String = "") -> [UInt8] {
        Array("<<\(entries)/Length \(bytes.count)>>\nstream\n".utf8) + bytes
            + Array("\nendstream".utf8)
    }
    let plain = [
        "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(manifest.json)9 0 R]>>>>>>",
        "<</Type/Pages/Kids[3 0 R]/MediaBox[0 0 600 800]>>",
        "<</Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</S 8 0 R>>/ExtGState<</C<</ca 0>>>>>>>>",
        "", "<</Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>", "",
        "<</W[1[500 500]]>>", "", "<</UF(manifest.json)/EF<</F 10 0 R>>>>", "",
    ]
    let streams = [
        3: stream(content), 5: stream(map), 7: stream(content, "/Subtype/Form/BBox[0 0 600 800]"),
        9: stream(manifest),
    ]
    var document = Array("%PDF-1.7\n".utf8)
    var table = "xref\n0 11\n0000000000 65535 f \n"
    for (index, object) in plain.enumerated() {
        table += String(repeating: "0", count: 10 - String(document.count).count)
        table += "\(document.count) 00000 n \n"
        document += Array("\(index + 1) 0 obj\n".utf8) + (streams[index] ?? Array(object.utf8))
        document += Array("\nendobj\n".utf8)
    }
    let place = document.count
    return document
        + Array((table + "trailer<</Root 1 0 R/Size 11>>\nstartxref\n\(place)\n%%EOF\n").utf8)
}
