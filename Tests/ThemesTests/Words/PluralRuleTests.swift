import Testing

@testable import Themes

@Suite struct PluralRuleTests {
    @Test(arguments: [
        (PluralRule.none, "other other other other other other other other other other"),
        (.one, "other one other other other other other other other other"),
        (.zeroAndOne, "one one other other other other other other other other"),
        (.eastSlavic, "many one few few many many many one few many"),
        (.southSlavic, "other one few few other other other one few other"),
        (.polish, "many one few few many many many many few many"),
        (.czech, "other one few few other other other other other other"),
        (.slovenian, "other one two few other other other other other other"),
        (.lithuanian, "other one few few few other other one few other"),
        (.latvian, "zero one other other other zero zero one other zero"),
        (.romanian, "few one few few few few few other other other"),
        (.arabic, "zero one two few few few many many many other"),
        (.hebrew, "other one two other other other other other other other"),
    ])
    func numbersTakeThePluralFormGivenByCLDR(rule: PluralRule, names: String) {
        let numbers = [0, 1, 2, 3, 5, 10, 11, 21, 22, 100]
        let found = numbers.map { rule.category(of: $0).stringValue }
        #expect(found.joined(separator: " ") == names)
    }

    @Test(arguments: PluralRule.allCases)
    func numbersOnlyTakeFormsOfTheirLanguage(rule: PluralRule) {
        let found = Set((0...2_000).map(rule.category(of:)))
        #expect(found.isSubset(of: rule.categories))
        #expect(rule.categories.contains(.other))
        #expect([Int.min, .max].allSatisfy { rule.categories.contains(rule.category(of: $0)) })
    }
}
