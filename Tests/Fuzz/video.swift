// Feeds the reader of videos with fuzzer input; script/fuzz runs it.

import Basics

@testable import Readers

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if case .picture(let picture) = VideoPoster.poster(of: ByteSource(bytes), budget: .unlimited) {
        precondition(picture.width <= 640 && picture.height <= 640)
        precondition(picture.words.count == picture.width * picture.height)
        precondition(picture.png != nil)
    }
    return 0
}
