import Basics
import Foundation
import Importing
import Model
import Testing

/// A record that its format does not have is shown or reported.
@Suite struct UnknownRecordTests {
    private static let unknown: JSONValue = ["type": "zxq", "zxq": "an unknown record"]

    private static let documents = Fixture.all.filter { fixture in
        (try? fixture.export)?.pathExtension == "json" && (try? fixture.options)?.chat == nil
    }

    @Test(arguments: documents)
    func unknownRecordsAreNeverDroppedSilently(fixture: Fixture) throws {
        // Some fixtures are damaged.
        guard let document = try? JSONValue(parsing: fixture.bytes),
            let before = read(document, fixture)
        else { return }
        var records: [ArraySlice<Int>] = []
        for path in Self.arrays(in: document).map({ $0[...] }) {
            guard !records.contains(where: path.starts) else { continue }
            // The import shows records as messages.
            let without = read(document.changing(path) { $0.removeLast() }, fixture)
            guard without.map({ $0.messages < before.messages }) ?? true else { continue }
            records.append(path)
            guard let after = read(document.changing(path) { $0.append(Self.unknown) }, fixture)
            else { continue }
            #expect(after != before, "\(path)")
        }
    }

    private struct Outcome: Equatable {
        var messages: Int
        var warnings: [String]
    }

    private func read(_ document: JSONValue, _ fixture: Fixture) -> Outcome? {
        guard
            let imported = try? ShippedImport.read(
                document.bytes, name: fixture.name, options: fixture.options)
        else { return nil }
        return Outcome(
            messages: imported.conversation.messages.count,
            warnings: imported.warnings.map(\.detail))
    }

    /// As positions of members and elements. Of an array's elements, only the first is searched.
    private static func arrays(in value: JSONValue) -> [[Int]] {
        if let elements = value.array {
            guard let first = elements.first, first.kind == .object else { return [] }
            return [[]] + arrays(in: first).map { [0] + $0 }
        }
        return (value.members ?? []).enumerated().flatMap { place, member in
            arrays(in: member.value).map { [place] + $0 }
        }
    }
}

extension JSONValue {
    fileprivate func changing(
        _ path: ArraySlice<Int>, _ change: (inout [JSONValue]) -> Void
    ) -> JSONValue {
        if var elements = array {
            if let place = path.first {
                elements[place] = elements[place].changing(path.dropFirst(), change)
            } else {
                change(&elements)
            }
            return .array(elements)
        }
        guard var members, let place = path.first else { return self }
        members[place].value = members[place].value.changing(path.dropFirst(), change)
        return .object(members)
    }
}
