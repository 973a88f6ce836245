import Isolation
import Testing

@Suite struct PackedTests {
    @Test func valuesRoundTrip() {
        var writer = PackedWriter()
        writer.integer(.min)
        writer.text("Zürich 🐟")
        writer.optional(nil)
        writer.optional("")
        writer.seconds(1.5)
        writer.seconds(nil)
        writer.list([1, 2, 3]) { $0.integer($1) }
        var reader = PackedReader(writer.bytes)
        #expect(reader.integer() == .min)
        #expect(reader.text() == "Zürich 🐟")
        #expect(reader.optional() == .some(nil))
        #expect(reader.optional() == .some(""))
        #expect(reader.seconds() == .some(1.5))
        #expect(reader.seconds() == .some(nil))
        #expect(reader.list { $0.integer() } == [1, 2, 3])
        #expect(reader.number() == nil)
    }

    @Test func truncatedValuesAreNil() {
        var writer = PackedWriter()
        writer.list(["one", "two"]) { $0.text($1) }
        for count in 0..<writer.bytes.count {
            var reader = PackedReader(Array(writer.bytes.prefix(count)))
            #expect(reader.list { $0.text() } == nil, "\(count) bytes")
        }
    }

    /// False lengths that a compromised process may state.
    @Test(arguments: [-1, Int.max, Int.min, 1 << 40]) func falseLengthsAreNil(length: Int) {
        var writer = PackedWriter()
        writer.integer(length)
        var reader = PackedReader(writer.bytes)
        #expect(reader.text() == nil)
        reader = PackedReader(writer.bytes)
        #expect(reader.list { $0.integer() } == nil)
    }
}
