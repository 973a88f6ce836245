import Readers

// Feeds the readers of property lists and keyed archives with fuzzer input; script/fuzz runs it.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let list = PropertyList(parsing: bytes) { precondition(values(in: list) <= count) }
    if let root = PropertyList(unarchiving: bytes) { precondition(values(in: root) <= 100_000) }
    return 0
}

private func values(in list: PropertyList) -> Int {
    list.values.reduce(1) { $0 + values(in: $1) }
        + list.members.values.reduce(0) { $0 + values(in: $1) }
}
