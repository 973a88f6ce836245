import Testing

@testable import Basics

@Suite struct InflaterTests {
    /// `abc` as a member of a gzip file, and an empty member.
    private let abc: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 76, 74, 6, 0, 194, 65, 36, 53, 3, 0, 0, 0,
    ]
    private let nothing: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    @Test func readsEveryMember() throws {
        let letters = Array("abc".utf8)
        #expect(try Inflater.inflate(abc, .gzip, limit: 9) == letters)
        #expect(
            try Inflater.inflate(abc + abc + abc, .gzip, limit: 9) == letters + letters + letters)
        #expect(try Inflater.inflate(nothing + abc + nothing, .gzip, limit: 3) == letters)
        let many = Array(repeating: nothing, count: 10_000).flatMap { $0 }
        #expect(try Inflater.inflate(many, .gzip, limit: 0) == [])
    }

    @Test func countsAllMembersAgainstTheLimit() {
        #expect(throws: Inflater.Fault.tooLarge(limit: 8)) {
            try Inflater.inflate(abc + abc + abc, .gzip, limit: 8)
        }
    }

    @Test func rejectsTrailingBytes() {
        for rest in [[0], [31], Array(abc.dropLast()), Array("abc".utf8)] as [[UInt8]] {
            #expect(throws: Inflater.Fault.corrupt) {
                try Inflater.inflate(abc + rest, .gzip, limit: 100)
            }
        }
    }
}
