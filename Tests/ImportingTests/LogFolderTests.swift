import Importing
import Model
import Testing

/// More logs than recognition examines.
@Suite struct LogFolderTests {
    private static let days = 0..<60

    private static func archive(_ file: (String) -> (name: String, text: String)) -> [UInt8] {
        var zip = ZipBuilder()
        for day in days {
            let date = "2024-0\(day / 28 + 1)-\(day % 28 < 9 ? "0" : "")\(day % 28 + 1)"
            let file = file(date)
            zip.add(file.name, Array(file.text.utf8))
        }
        return zip.finish()
    }

    @Test func everyDayOfAChannelIsRead() throws {
        let zip = Self.archive { day in
            ("#harbour/\(day).log", "[10:01:00] <ana> \(day)\n[10:02:00] <ben> yes\n")
        }
        let imported = try ShippedImport.read(zip)
        #expect(imported.importer == "irc")
        #expect(imported.conversation.messages.count == 2 * Self.days.count)
        #expect(imported.conversation.title == "#harbour")
    }

    @Test func everySessionWithAContactIsRead() throws {
        let zip = Self.archive { day in
            (
                "jabber/ben/ana/\(day).100000+0000UTC.txt",
                "Conversation with ana at \(day) 10:00:00 on ben (jabber)\n(10:00:01) ana: \(day)\n"
            )
        }
        let imported = try ShippedImport.read(zip)
        #expect(imported.importer == "pidgin")
        #expect(imported.conversation.messages.count == Self.days.count)
    }
}
