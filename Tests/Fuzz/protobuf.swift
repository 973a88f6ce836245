import Readers

// Feeds the reader of protobuf's fields with fuzzer input; script/fuzz runs it.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let fields = ProtobufFields(Array(UnsafeBufferPointer(start: start, count: count)))
    if let fields { precondition(depth(of: fields) <= 32) }
    return 0
}

private func depth(of fields: ProtobufFields) -> Int {
    1 + (Set(fields.fields.map(\.number)).flatMap(fields.messages).map(depth).max() ?? 0)
}
