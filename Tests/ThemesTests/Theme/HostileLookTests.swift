import Basics
import Testing
import Themes

@Suite struct HostileLookTests {
    private static let junk: [JSONValue] = [
        .bool(true), .number("-1"), .number("1e999"), .number("1e308"), .number("-0"), "x", [], [:],
        [1, 2], ["from": "#fff"], ["data": "AAAA"], ["1x": [:]],
    ]

    /// Replacing any value of a theme by any kind of junk gives either a theme or faults that point
    /// to a place in the input.
    @Test(arguments: ["print", "classic-sms"])
    func junkGivesALookOrLocatedFaults(name: String) throws {
        let catalog = try Looks.catalog()
        var faulty = 0
        for path in paths(in: try Looks.theme(name).json, []) {
            for value in Self.junk {
                let json = path.reversed().reduce(value) { .object([.init($1, $0)]) }
                do {
                    _ = try catalog.resolve(json)
                } catch {
                    faulty += 1
                    #expect(error.all.allSatisfy { $0.pointer.hasPrefix("/theme/") })
                }
            }
        }
        #expect(faulty > 1_000)
    }

    private func paths(in json: JSONValue, _ path: [String]) -> [[String]] {
        guard case .object(let members) = json else { return [path] }
        return members.flatMap { [path + [$0.key]] + paths(in: $0.value, path + [$0.key]) }
    }
}
