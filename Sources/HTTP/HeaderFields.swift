import Basics

/// Header fields in order of arrival, including duplicates.
///
/// All names and values are in one array of bytes, with an array of their ranges. A head therefore
/// needs two allocations for any number of fields, and strings are only created for fields in use.
/// Fields are never merged into a dictionary: two `Content-Length` lines must stay two, or
/// smuggling would go unnoticed.
package struct HeaderFields: Sendable {
    struct Entry: Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    private(set) var bytes: [UInt8]
    private(set) var entries: [Entry]

    package init() {
        bytes = []
        entries = []
    }

    /// Creates fields that the parser has found and validated in the bytes of a head.
    init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }

    package var count: Int { entries.count }

    /// The name and value at a position, as sent.
    package subscript(position: Int) -> (name: String, value: String) {
        let entry = entries[position]
        return (text(entry.name), text(entry.value))
    }

    package func encoded(at position: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        (bytes[entries[position].name], bytes[entries[position].value])
    }

    /// The first value of a name.
    package subscript(name: String) -> String? {
        for entry in entries where ASCII.matches(bytes[entry.name], name) {
            return text(entry.value)
        }
        return nil
    }

    package func values(of name: String) -> [String] {
        entries.filter { ASCII.matches(bytes[$0.name], name) }.map { text($0.value) }
    }

    package func contains(_ name: String) -> Bool {
        entries.contains { ASCII.matches(bytes[$0.name], name) }
    }

    /// A name that is not a token is ignored, and bytes that could end the line become spaces. A
    /// value taken from a request can therefore never add a header (response splitting).
    package mutating func append(_ name: String, _ value: String) {
        append(name.utf8, value.utf8)
    }

    /// Appends a field that another process encoded, with the same checks.
    package mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        append(name, value)
    }

    private mutating func append(
        _ name: some Collection<UInt8>, _ value: some Collection<UInt8>
    ) {
        guard !name.isEmpty else { return }
        let nameStart = bytes.count
        bytes.append(contentsOf: name)
        guard bytes[nameStart...].allSatisfy(ASCII.isToken) else {
            return bytes.removeSubrange(nameStart...)
        }
        let valueStart = bytes.count
        bytes.append(contentsOf: value)
        for place in valueStart..<bytes.count
        where ASCII.isControl(bytes[place]) && bytes[place] != ASCII.tab {
            bytes[place] = ASCII.space
        }
        entries.append(
            Entry(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }

    /// Replaces all fields of a name.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: String) {
        entries.removeAll { ASCII.matches(bytes[$0.name], name) }
    }

    /// For parsing without creating strings.
    func slices(of name: String) -> [ArraySlice<UInt8>] {
        entries.filter { ASCII.matches(bytes[$0.name], name) }.map { bytes[$0.value] }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        entries.reserveCapacity(elements.count)
        for (name, value) in elements { append(name, value) }
    }
}

extension HeaderFields: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && zip(left.entries, right.entries).allSatisfy { ours, theirs in
                left.bytes[ours.name].elementsEqual(right.bytes[theirs.name])
                    && left.bytes[ours.value].elementsEqual(right.bytes[theirs.value])
            }
    }
}
