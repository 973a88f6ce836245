import Foundation
import Testing

/// `script/fuzz` compiles modules itself and does not run in CI: it must list all the modules they
/// need.
@Suite struct FuzzScriptTests {
    private static func text(of path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func needs() throws -> [String: [String]] {
        let pattern = #/library\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/#
        return try text(of: "Package.swift").matches(of: pattern).reduce(into: [:]) {
            needs, match in
            needs[String(match.output.1)] = (match.output.2 ?? "")
                .matches(of: #/"(\w+)"/#).map { String($0.output.1) }
        }
    }

    @Test func everyTargetListsItsModulesInOrder() throws {
        let needs = try Self.needs()
        let script = try Self.text(of: "script/fuzz")
        // It takes the module maps of all system libraries.
        #expect(script.contains("in Sources/SystemLibraries/*"))
        let system = try Self.text(of: "Package.swift").matches(of: #/system\("(\w+)"/#)
        let known = Set(
            system.map { String($0.output.1) }
                + script.matches(of: #/own_c (\w+)/#).map { String($0.output.1) })
        let targets = script.matches(of: #/(?m)^    ([\w |]+)\) modules=\(([^)]*)\)/#)
        #expect(needs.count > 15 && targets.count > 5)
        for target in targets {
            let modules = target.output.2.split(separator: " ").map(String.init)
            for (place, module) in modules.enumerated() {
                for need in try #require(needs[module], "\(module)") {
                    let isThere =
                        needs[need] == nil
                        ? known.contains(need) : modules[..<place].contains(need)
                    #expect(isThere, "\(target.output.1): \(module) needs \(need)")
                }
            }
        }
    }
}
