import MIME

/// Header fields in the order they came, duplicates kept.
///
/// All names and values lie in one array of bytes with their ranges beside it: a head costs two
/// allocations whatever the number of its fields, and strings are made only for the fields that
/// somebody asks for. Never folded into a dictionary: two `Content-Length` lines must stay two, or
/// smuggling goes unseen.
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

    /// Fields that the parser has found and checked inside the bytes of a head.
    init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }

    package var count: Int { entries.count }
    package var isEmpty: Bool { entries.isEmpty }

    /// The name and value at that place, as they were written.
    package subscript(position: Int) -> (name: String, value: String) {
        let entry = entries[position]
        return (text(entry.name), text(entry.value))
    }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        for entry in entries where ASCII.matches(bytes[entry.name], name) {
            return text(entry.value)
        }
        return nil
    }

    /// Every value of that name, in order.
    package func values(of name: String) -> [String] {
        entries.filter { ASCII.matches(bytes[$0.name], name) }.map { text($0.value) }
    }

    package func contains(_ name: String) -> Bool {
        entries.contains { ASCII.matches(bytes[$0.name], name) }
    }

    /// Adds a field after the others.
    ///
    /// A name that is not a token is left out, and a byte that could end the line becomes a space:
    /// a value reflected from a request can then never write a header of its own (response
    /// splitting).
    package mutating func append(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isToken) else { return }
        let nameStart = bytes.count
        bytes.append(contentsOf: name.utf8)
        let valueStart = bytes.count
        for byte in value.utf8 {
            bytes.append(ASCII.isControl(byte) && byte != ASCII.tab ? ASCII.space : byte)
        }
        entries.append(
            Entry(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }

    /// Puts a field in place of all others of its name.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: String) {
        entries.removeAll { ASCII.matches(bytes[$0.name], name) }
    }

    /// The raw values of that name, for parsing without making strings.
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
