/// The fields of a message in protobuf's encoding, in order, without a schema. Groups, which no
/// program has written for years, are refused.
package struct ProtobufFields {
    package enum Value: Equatable {
        case varint(UInt64)
        case fixed64(UInt64)
        case bytes(ArraySlice<UInt8>)
        case fixed32(UInt32)
    }

    package let fields: [(number: Int, value: Value)]
    private let depth: Int

    private static let maxDepth = 32

    package init?(_ bytes: [UInt8]) { self.init(bytes[...], depth: 0) }

    /// - Returns: nil unless all bytes are whole fields.
    private init?(_ bytes: ArraySlice<UInt8>, depth: Int) {
        guard depth < Self.maxDepth else { return nil }
        self.depth = depth
        var rest = bytes
        var fields: [(number: Int, value: Value)] = []
        while !rest.isEmpty {
            guard let key = Self.varint(&rest), key >> 3 > 0, key >> 32 == 0 else { return nil }
            let value: Value
            switch key & 7 {
            case 0:
                guard let number = Self.varint(&rest) else { return nil }
                value = .varint(number)
            case 1:
                guard let number = Self.fixed(&rest, size: 8) else { return nil }
                value = .fixed64(number)
            case 2:
                guard let length = Self.varint(&rest), length <= UInt64(rest.count) else {
                    return nil
                }
                value = .bytes(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
            case 5:
                guard let number = Self.fixed(&rest, size: 4) else { return nil }
                value = .fixed32(UInt32(truncatingIfNeeded: number))
            default: return nil
            }
            fields.append((Int(key >> 3), value))
        }
        self.fields = fields
    }

    /// Returns nil if the number is longer than its ten bytes or 64 bits.
    package static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for (index, byte) in bytes.prefix(10).enumerated() {
            if index == 9, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 {
                bytes = bytes.dropFirst(index + 1)
                return value
            }
        }
        return nil
    }

    private static func fixed(_ bytes: inout ArraySlice<UInt8>, size: Int) -> UInt64? {
        guard bytes.count >= size else { return nil }
        let value = bytes.prefix(size).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        bytes = bytes.dropFirst(size)
        return value
    }

    /// The values of a field, which may be repeated.
    package func all(_ number: Int) -> some Sequence<Value> {
        fields.lazy.filter { $0.number == number }.map(\.value)
    }

    /// The last value, as the encoding requires.
    package subscript(number: Int) -> Value? {
        fields.last { $0.number == number }?.value
    }

    package func bytes(_ number: Int) -> ArraySlice<UInt8>? {
        guard case .bytes(let bytes) = self[number] else { return nil }
        return bytes
    }

    /// Nil also for bytes that are not UTF-8.
    package func text(_ number: Int) -> String? {
        bytes(number).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// An integer of any encoding. Negative numbers are encoded in 64 bits.
    package func integer(_ number: Int) -> Int? {
        switch self[number] {
        case .varint(let value), .fixed64(let value): Int(truncatingIfNeeded: value)
        case .fixed32(let value): Int(value)
        case .bytes, nil: nil
        }
    }

    package func message(_ number: Int) -> ProtobufFields? { bytes(number).flatMap(message) }

    /// The messages of a repeated field, without those that are damaged.
    package func messages(_ number: Int) -> [ProtobufFields] {
        all(number).compactMap { value in
            guard case .bytes(let bytes) = value else { return nil }
            return message(bytes)
        }
    }

    /// Parses a message inside of this one. Nil also if it is nested too deeply.
    package func message(_ bytes: ArraySlice<UInt8>) -> ProtobufFields? {
        ProtobufFields(bytes, depth: depth + 1)
    }
}
