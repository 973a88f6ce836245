import Testing

@testable import Rendering

@Suite struct ParametersTests {
    @Test func laterParametersReplaceEarlierOnesOfTheSameName() {
        let first: Parameters = [
            "filter.from": "a", "scale": "2", "redact.participant": "Ana",
            "filter.exclude.from": "b",
        ]
        let second: Parameters = ["filter.from": "c", "redact.participant": "Ben"]
        let both = first + second
        #expect(
            both.pairs.map { "\($0.key)=\($0.value)" } == [
                "scale=2", "redact.participant=Ana", "filter.exclude.from=b", "filter.from=c",
                "redact.participant=Ben",
            ])
    }

    @Test func otherAndRepeatedParametersAreErrors() throws {
        let pairs = [("a", "1"), ("b", "2"), ("a", "3")].map { (key: $0.0, value: $0.1) }
        try Parameters(Array(pairs.prefix(2))).expectOnly(["a", "b"])
        #expect(throws: ParameterFault.repeated("a").explanation) {
            try Parameters(pairs).expectOnly(["a", "b"])
        }
        #expect(throws: ParameterFault.unknown("b", known: ["a"]).explanation) {
            try Parameters(pairs).expectOnly(["a"])
        }
    }
}
