import HTTP

@testable import Basics

// Feeds the form reader with fuzzer input; script/fuzz runs it.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var limits = MultipartLimits()
    limits.parts = 20
    limits.headerBytes = 200
    do throws(MultipartFault) {
        let parts = try MultipartReader.parts(of: bytes, boundary: "b", limits: limits)
        precondition(parts.count <= limits.parts)
        var end = 0
        for part in parts {
            precondition(!part.name.isEmpty)
            precondition(part.filename?.contains("/") != true)
            precondition(part.content.lowerBound >= end && part.content.upperBound <= bytes.count)
            end = part.content.upperBound
        }
    } catch {
        precondition(error.status.code == 400 || error.status.code == 413)
    }
    // The other small header grammars, on the same bytes.
    var fields = HeaderFields()
    let text = String(decoding: bytes, as: UTF8.self)
    fields.append("Accept", text)
    _ = AcceptedTypes(fields).best(of: [MediaType("image", "png")])
    _ = MediaType(text)
    let disposition = ContentDisposition.field(.attachment, filename: text)
    precondition(disposition.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    return 0
}
