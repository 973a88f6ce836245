/// Encodes values as bytes for another process of this program.
package struct PackedWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func number(_ value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    package mutating func integer(_ value: Int) {
        number(UInt32(truncatingIfNeeded: value))
        number(UInt32(truncatingIfNeeded: value >> 32))
    }

    package mutating func seconds(_ value: Double?) {
        integer(Int(bitPattern: UInt(value?.bitPattern ?? Double.nan.bitPattern)))
    }

    package mutating func text(_ value: String) {
        integer(value.utf8.count)
        bytes += value.utf8
    }

    package mutating func slice(_ value: ArraySlice<UInt8>) {
        integer(value.count)
        bytes += value
    }

    package mutating func optional(_ value: String?) {
        integer(value == nil ? 0 : 1)
        if let value { text(value) }
    }

    package mutating func raw(_ packed: [UInt8]) { bytes += packed }

    package mutating func list<Element>(
        _ elements: some Collection<Element>, _ write: (inout PackedWriter, Element) -> Void
    ) {
        integer(elements.count)
        for element in elements { write(&self, element) }
    }
}

/// Decodes packed values. Returns nil for invalid bytes, which a compromised process may send.
package struct PackedReader {
    private let bytes: [UInt8]
    private var place = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func number() -> UInt32? {
        guard bytes.count - place >= 4 else { return nil }
        var value: UInt32 = 0
        for index in 0..<4 { value |= UInt32(bytes[place + index]) << (8 * index) }
        place += 4
        return value
    }

    package mutating func integer() -> Int? {
        guard let low = number(), let high = number() else { return nil }
        return Int(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
    }

    /// Reads an integer from 0 to 2^32, a bound at which two billion of them can be added without
    /// overflow.
    package mutating func count() -> Int? {
        integer().flatMap { (0...1 << 32).contains($0) ? $0 : nil }
    }

    package mutating func seconds() -> Double?? {
        guard let bits = integer() else { return nil }
        let value = Double(bitPattern: UInt64(UInt(bitPattern: bits)))
        guard !value.isInfinite else { return nil }
        return .some(value.isNaN ? nil : value)
    }

    package mutating func slice() -> ArraySlice<UInt8>? {
        guard let count = integer(), count >= 0, count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    package mutating func text() -> String? {
        guard let slice = slice() else { return nil }
        // ASCII, the usual case, is decoded in a tenth of the time.
        return slice.allSatisfy { $0 < 0x80 }
            ? String(decoding: slice, as: UTF8.self)
            : String(validating: slice, as: UTF8.self)
    }

    package mutating func optional() -> String?? {
        switch integer() {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }

    package mutating func list<Element>(
        _ read: (inout PackedReader) -> Element?
    ) -> [Element]? {
        guard let count = integer(), count >= 0 else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = read(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
