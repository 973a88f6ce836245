import Importing
import Model
import Testing

/// A single file, a folder and a ZIP give the same conversation, whatever their names and whatever
/// macOS adds.
@Suite struct PackagingTests {
    private typealias Files = [(path: String, bytes: [UInt8])]

    private static let deep = "Backup/2024 chats/"

    /// By the kind of change.
    private func packages(of fixture: Fixture) throws -> [(way: String, export: Export)] {
        let files = try fixture.files
        let name = try fixture.name
        let stem = String(name.prefix { $0 != "." })
        let moved = files.map { (path: Self.deep + $0.path, bytes: $0.bytes) }
        var packages: [(String, Export)] = [
            ("packed", packed(files, stem)), ("packed in a folder", packed(moved, stem)),
            ("packed by macOS", packed(files + shadows(of: files), stem)),
            ("packed in a folder by macOS", packed(moved + shadows(of: moved), stem)),
            ("folder", unpacked(files, stem)), ("folder in a folder", unpacked(moved, stem)),
            ("folder of macOS", unpacked(files + shadows(of: files), stem)),
            ("packed under another name", packed(files, "Download (3)")),
            ("folder under another name", unpacked(files, "Download (3)")),
        ]
        guard try !fixture.isFolder else { return packages }
        let renamed = "Download (3)." + (name.split(separator: ".").last ?? "")
        let other: Files = [(renamed, files[0].bytes)]
        packages += [
            ("renamed", Export(files[0].bytes, name: renamed)),
            ("renamed and packed", packed(other, stem)),
            ("renamed in a folder", unpacked(other, stem)),
        ]
        return packages
    }

    private func packed(_ files: Files, _ stem: String) -> Export {
        Export(ZipBuilder.archive(of: files), name: stem + ".zip")
    }

    private func unpacked(_ files: Files, _ name: String) -> Export {
        let bytes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
        let lookup = FileLookup(
            names: bytes.keys.sorted(), size: { bytes[$0]?.count },
            read: { name, range in bytes[name].map { Array($0[range.clamped(to: $0.indices)]) } })
        return Export(folder: lookup, name: name)
    }

    /// The files that Finder adds: for each file a copy with a header, and its own notes.
    private func shadows(of files: Files) -> Files {
        let copies = files.flatMap { file -> Files in
            let parts = file.path.split(separator: "/")
            let folder = parts.dropLast().map { $0 + "/" }.joined()
            let copy = "._" + (parts.last ?? "")
            return [("__MACOSX/" + folder + copy, file.bytes), (folder + copy, file.bytes)]
        }
        return copies + [(".DS_Store", [0, 0, 0, 1]), ("__MACOSX/._.DS_Store", [0, 5, 22, 7])]
    }

    private func outcome(_ export: Export, _ options: ImportOptions) -> String {
        do throws(ImportError) {
            return ConversationText.of(
                try Importing.read(
                    export, phrases: ShippedImport.phrases, options: options))
        } catch {
            // The path of the faulty file differs.
            return "error: " + String(describing: error).prefix { $0 != "(" }
        }
    }

    /// The facts that an export states only by its file name.
    private enum NamedFact { case format, title, group, person(String), me, days }

    /// The exports that state facts only by their file name: another name may change these facts
    /// and nothing else.
    private static let named: [String: [NamedFact]] = [
        "adium/ana (2024-05-01T10.00.00+0200).expected": [.title],
        "adium/cleo (2005-05-01).expected": [.title, .days],
        "discord/Bakers - Text Channels - general [1234567890].expected": [.title, .group],
        "discord/old.expected": [.title],
        "irc/#harbour_20230501.expected": [.title, .days],
        "irc/2024-05-01.expected": [.days],
        "kakaotalk/KakaoTalk_Chat_Hikers_2024-12-09-14-40-11.expected": [.title],
        "line/[LINE] Ben Ito.expected": [.format],
        "pidgin/2024-05-01.100000+0200CEST.expected": [.days],
        "signal/Cleo Ray (a1b2c3).expected": [.title, .person("Cleo Ray")],
        "twitter/direct-messages.expected": [.format],
        "viber/Ben Okafor.expected": [.title],
        "whatsapp/WhatsApp Chat with Ben Ito.expected": [.title, .me],
        "zoom/GMT20240501-101523_RecordingnewChat.expected": [.days],
    ]

    private func without(_ fact: NamedFact, _ text: String) -> String {
        switch fact {
        case .format: "error: unrecognized"
        case .title:
            text.replacing(/^(= [^"\n]*?) *("[^"]*"[^\n]*)?\n/) { $0.1 + "\n" }
        case .group: text.replacing(/^= (\w+) \w+/) { "= " + $0.1 }
        case .person(let name): text.replacing(name, with: "Download")
        case .me:
            text.replacing("\nme ", with: "\n   ").replacing(/! guessed-sides.*\n/, with: "")
        case .days:
            text.replacing(/\n(\d+-\d+-\d+ [\d:.+]+|-)\ /, with: "\n")
                .replacing(/! bad-time.*\n/, with: "").replacing(/! import.*day.*\n/, with: "")
        }
    }

    @Test(arguments: Fixture.all)
    func everyPackageGivesTheSameConversation(fixture: Fixture) throws {
        // A backup is a package itself.
        guard !fixture.testDescription.hasPrefix("backup/") else { return }
        let options = try fixture.options
        let facts = Self.named[fixture.testDescription] ?? []
        let alone = outcome(Export(try fixture.bytes, name: try fixture.name), options)
        var isNameUsed = false
        for package in try packages(of: fixture) {
            var (actual, expected) = (outcome(package.export, options), alone)
            if actual != expected, package.way.hasPrefix("renamed") {
                isNameUsed = true
                for fact in facts {
                    (actual, expected) = (without(fact, actual), without(fact, expected))
                }
            }
            guard actual != expected else { continue }
            let lines = zip(actual.split(separator: "\n"), expected.split(separator: "\n"))
            let difference = lines.first { $0 != $1 }.map { "\($0) / \($1)" }
            Issue.record("\(package.way): \(difference ?? "more lines")")
        }
        #expect(isNameUsed == !facts.isEmpty)
    }
}
