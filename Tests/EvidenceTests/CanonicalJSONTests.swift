import Basics
import Testing

@testable import Evidence

/// RFC 8785.
@Suite struct CanonicalJSONTests {
    private func canonical(_ text: String) throws -> String {
        String(decoding: try JSONValue(parsing: Array(text.utf8)).canonical, as: UTF8.self)
    }

    /// The RFC's appendix B, and other results of ECMAScript.
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("1.0", "1"), ("4.50", "4.5"), ("2e-3", "0.002"),
        ("1E30", "1e+30"), ("333333333.33333329", "333333333.3333333"),
        ("0.000000000000000000000000001", "1e-27"), ("1e-7", "1e-7"), ("0.000001", "0.000001"),
        ("1e21", "1e+21"), ("123456789012345680000", "123456789012345680000"),
        ("9007199254740993", "9007199254740992"), ("-1.5e-9", "-1.5e-9"), ("1e3", "1000"),
        ("999999999999999900000", "999999999999999900000"), ("52.520008", "52.520008"),
        ("-122.5", "-122.5"), ("0.1", "0.1"), ("100", "100"),
    ]) func numbersAreWrittenLikeECMAScript(_ pair: (String, String)) throws {
        #expect(try canonical(pair.0) == pair.1)
    }

    @Test func membersAreSortedByUTF16() throws {
        // U+1F600 is a surrogate pair, which sorts before U+FB33.
        #expect(
            try canonical(#"{ "\ufb33": 1, "\ud83d\ude00": 2, "b": [ true, null ], "a": {} }"#)
                == "{\"a\":{},\"b\":[true,null],\"\u{1F600}\":2,\"\u{FB33}\":1}")
    }

    @Test func stringsEscapeOnlyRequiredCharacters() throws {
        #expect(
            try canonical(#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\b""#)
                == #""€$\u000f\nA'B\"\\\\\"/\b""#)
    }
}
