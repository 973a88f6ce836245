import Readers

// Feeds the reader of attributed strings with fuzzer input; script/fuzz runs it.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let stream = TypedStream(bytes) {
        var end = 0
        for run in stream.runs {
            precondition(run.range.lowerBound == end && !run.range.isEmpty)
            end = run.range.upperBound
        }
        precondition(end <= stream.text.utf16.count)
    }
    _ = TypedStream.salvagedText(bytes)
    return 0
}
