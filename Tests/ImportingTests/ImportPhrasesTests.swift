import Basics
import Foundation
import Model
import Testing

@testable import Importing

@Suite struct ImportPhrasesTests {
    private func faultMessage(_ text: String) throws -> String {
        let json = try JSONValue(parsing: Array(text.utf8))
        do throws(ImportPhrasesFault) {
            _ = try ImportPhrases(whatsApp: json)
            return ""
        } catch {
            return error.sentence
        }
    }

    @Test(
        "Faults in a file of phrases are reported with their pointer",
        arguments: [
            (#"{"de": {"edit": ["x"]}}"#, "/de/edit is an unknown key; allowed are nouns"),
            (#"{"de": {"edited": "x"}}"#, "/de/edited must be an array"),
            (#"{"de": {"edited": ["x", ""]}}"#, "/de/edited/1 must be a non-empty string"),
            (#"{"de": {"nouns": {"picture": ["Bild"]}}}"#, "/de/nouns/picture is an unknown key"),
            (
                #"{"de": {"nouns": {"image": ["a"]}}, "fr": {"nouns": {"video": ["a"]}}}"#,
                "/fr/nouns/video: expected words with one meaning, found a"
            ),
            (#"{"de": {"months": [["jan"]]}}"#, "/de/months: expected 12 lists, found 1"),
            (
                #"{"de": {"notices": [{"says": "a", "event": "b"}]}}"#,
                "/de/notices/0/event: expected one of member_added"
            ),
            (#"{"de": {"notices": [{"says": "a"}]}}"#, "/de/notices/0/event is missing"),
            (#"{"de": {}, "de": {}}"#, "/de appears twice"),
            (#"{"de": 1}"#, "/de must be an object"), ("[]", "the document must be an object"),
        ])
    func faults(text: String, sentence: String) throws {
        let message = try faultMessage(text)
        #expect(message.hasPrefix("whatsapp.json: " + sentence), "\(message)")
    }

    @Test("A language can be added by its phrases")
    func added() throws {
        let json = try JSONValue(
            parsing: Array(
                #"""
                {"$note": "mine", "eo": {"edited": ["Redaktita"], "morning": ["atm"],
                "chat_names": ["Babilo ", "Babilo kun "], "nouns": {"image": ["bildo"]}, "omitted": ["mankas"]}}
                """#.utf8))
        let phrases = try ImportPhrases(whatsApp: json).whatsApp
        #expect(phrases.withoutEditMark("Saluton <Redaktita>") == ("Saluton", true))
        #expect(phrases.stampWords["ATM"] == .half(.morning))
        #expect(phrases.omitted("bildo mankas", isMarked: false)?.0 == .image)
        #expect(WhatsAppTitle.read("Babilo kun Ana.txt", phrases) == "Ana")
        #expect(phrases.stampWords["am"] == nil)
    }

    @Test(
        "Faults in the phrases of apps are reported with their pointer",
        arguments: [
            (#"{"line": {"file": {}}}"#, "/line/file is an unknown key; allowed are files"),
            (
                #"{"line": {"notices": [{"says": "a", "event": "b"}]}}"#,
                "/line/notices/0/event: expected one of member_added"
            ),
            (
                #"{"line": {"sentences": [{"says": "a", "event": "notice"}]}}"#,
                "/line/sentences/0/code is missing"
            ),
            (
                #"{"line": {"headings": [["a", ""]]}}"#,
                "/line/headings/0/1 must be a non-empty string"
            ),
            (#"{"line": {"lists": {"me": "a"}}}"#, "/line/lists/me must be an array"),
            (#"{"line": {}, "line": {}}"#, "/line appears twice"),
        ])
    func faultsOfApps(text: String, sentence: String) throws {
        let json = try JSONValue(parsing: Array(text.utf8))
        let fault = #expect(throws: ImportPhrasesFault.self) {
            try ImportPhrases(whatsApp: .object([]), apps: json)
        }
        #expect(
            fault?.sentence.hasPrefix("apps.json: " + sentence) == true,
            "\(String(describing: fault))")
    }

    @Test("The phrases of apps are those of importers, and none is missing")
    func shippedApps() throws {
        let file = ShippedImport.folder + "/apps.json"
        let json = try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: file))))
        for name in json.members?.map(\.key) ?? [] {
            #expect(ImporterCatalog.named(name) != nil, "\(name)")
        }
        let phrases = ShippedImport.phrases
        for name in ["wechat", "qq", "viber", "line", "kakaotalk"] {
            #expect(!phrases[name].files.isEmpty, "\(name)")
        }
        for name in [
            "telegram", "discord", "facebook", "imessage", "wechat", "line", "kakaotalk",
        ] {
            #expect(!phrases[name].notices.isEmpty, "\(name)")
        }
        let lists = [
            "line": [
                "before_person", "before_group", "after_person", "after_group", "location",
                "unsent", "missed",
            ],
            "kakaotalk": ["me", "deleted"],
        ]
        for (name, lists) in lists {
            for list in lists { #expect(!phrases[name][list].isEmpty, "\(name)/\(list)") }
        }
        #expect(phrases["zoom"].headings.first == ["From ", " to ", "everyone"])
        #expect(phrases["zoom"].headings.allSatisfy { $0.count > 2 })
        // The sentence that needs the most facts comes first.
        #expect(
            phrases["telegram"].sentences["join_group_by_link"]?.map(\.says) == [
                "%a joined by a link from %{inviter}", "%a joined by a link",
            ])
    }

    @Test("The marks of formats belong to importers")
    func marks() {
        for format in Signatures.all.keys {
            let name = format.prefix { $0 != " " }
            #expect(ImporterCatalog.named(String(name)) != nil, "\(format)")
        }
    }

    @Test("A missing file of phrases is an error")
    func missing() {
        #expect(throws: ImportPhrasesFault.file(.unreadable(path: "/nowhere/whatsapp.json"))) {
            try ImportPhrases(folder: "/nowhere")
        }
    }
}
