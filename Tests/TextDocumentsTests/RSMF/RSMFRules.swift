import Basics

/// The rules of RSMF's published schema for manifests, 2.0.0, and its rules about references, which
/// the specification states in prose.
enum RSMFRules {
    /// One line for each broken rule.
    static func broken(in manifest: JSONValue, files: Set<String>) -> [String] {
        var faults: [String] = []
        func expect(_ isKept: Bool, _ rule: String) { if !isKept { faults.append(rule) } }
        expect((manifest["version"]?.string ?? "").utf8.count >= 5, "version")
        expect(manifest["eventcollectionid"]?.string != nil, "eventcollectionid")
        let people = manifest["participants"]?.array ?? []
        let ids = people.map { $0["id"]?.string ?? "" }
        expect(!ids.contains("") && Set(ids).count == ids.count, "ids of participants")
        let known = Set(ids)
        let talks = manifest["conversations"]?.array ?? []
        expect(!talks.isEmpty, "conversations")
        for talk in talks {
            expect(!(talk["id"]?.string ?? "").isEmpty, "a conversation's id")
            expect(!(talk["platform"]?.string ?? "").isEmpty, "its platform")
            expect(["direct", "channel"].contains(talk["type"]?.string), "its type")
            let names = talk["participants"]?.array?.map { $0.string ?? "" }
            expect(names.map { known.isSuperset(of: $0) } ?? false, "its participants")
            if let custodian = talk["custodian"] {
                expect(known.contains(custodian.string ?? ""), "its custodian")
            }
        }
        let events = manifest["events"]?.array ?? []
        let eventIDs = events.compactMap { $0["id"]?.string }
        expect(Set(eventIDs).count == eventIDs.count, "ids of events")
        let talkIDs = Set(talks.compactMap { $0["id"]?.string })
        for event in events {
            faults += faultsOf(event, known, Set(eventIDs), talkIDs, files)
        }
        for value in people + talks + events { faults += customFaults(value) }
        return faults
    }

    private static let types = ["message", "disclaimer", "join", "leave", "history", "unknown"]

    private static func faultsOf(
        _ event: JSONValue, _ people: Set<String>, _ events: Set<String>, _ talks: Set<String>,
        _ files: Set<String>
    ) -> [String] {
        var faults: [String] = []
        func expect(_ isKept: Bool, _ rule: String) { if !isKept { faults.append(rule) } }
        func isPerson(_ value: JSONValue?) -> Bool { people.contains(value?.string ?? "") }
        expect(types.contains(event["type"]?.string ?? ""), "an event's type")
        expect(talks.contains(event["conversation"]?.string ?? ""), "its conversation")
        if let person = event["participant"] { expect(isPerson(person), "its participant") }
        if let parent = event["parent"] {
            expect(events.contains(parent.string ?? ""), "its parent")
        }
        if let time = event["timestamp"] { expect(isTime(time), "its timestamp") }
        if let value = event["importance"] {
            expect(["normal", "high"].contains(value.string), "its importance")
        }
        if let value = event["direction"] {
            expect(["incoming", "outgoing"].contains(value.string), "its direction")
        }
        if let value = event["deleted"] { expect(value.kind == .bool, "that it is deleted") }
        for reaction in event["reactions"]?.array ?? [] {
            expect(!(reaction["value"]?.string ?? "").isEmpty, "a reaction's value")
            expect(reaction["count"]?.number?.int != nil, "a reaction's count")
            expect((reaction["participants"]?.array ?? []).allSatisfy(isPerson), "who reacted")
        }
        for attachment in event["attachments"]?.array ?? [] {
            expect(files.contains(attachment["id"]?.string ?? ""), "an attachment's file")
            expect(attachment["size"]?.number?.int != nil, "an attachment's size")
        }
        for edit in event["edits"]?.array ?? [] {
            expect(isPerson(edit["participant"]), "an edit's participant")
            if let time = edit["timestamp"] { expect(isTime(time), "an edit's time") }
        }
        for receipt in event["read_receipts"]?.array ?? [] {
            expect(isPerson(receipt["participant"]), "a receipt's participant")
            expect(["read", "delivered"].contains(receipt["action"]?.string), "a receipt's action")
            if let time = receipt["timestamp"] { expect(isTime(time), "a receipt's time") }
        }
        return faults
    }

    private static func customFaults(_ value: JSONValue) -> [String] {
        (value["custom"]?.array ?? []).compactMap { pair in
            let isPair = [pair["name"], pair["value"]].allSatisfy { !($0?.string ?? "").isEmpty }
            return isPair ? nil : "a custom name and its value"
        }
    }

    /// RFC 3339, with an offset.
    private static func isTime(_ value: JSONValue) -> Bool {
        let pattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/
        return (value.string ?? "").wholeMatch(of: pattern) != nil
    }
}
