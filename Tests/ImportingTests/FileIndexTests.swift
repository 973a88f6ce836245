import Model
import Testing

@testable import Importing

/// Which file of an archive a chat means by a path.
@Suite struct FileIndexTests {
    private func resolve(_ path: String, from document: String, in names: [String]) -> String? {
        var index = FileIndex(beside: .none)
        for name in [document] + names { index.add(name, .single) }
        return index.resolve(path, from: document)
    }

    @Test(
        "A similar path is the same file",
        arguments: [
            ("a.png", "chat.txt", "media/a.png"), ("media/a.png", "x/chat.txt", "media/a.png"),
            ("a.png", "x/chat.txt", "x/media/a.png"),
            // Parts of a Takeout in folders of their own.
            ("a.png", "1/Groups/DM aaa/messages.json", "2/Groups/DM aaa/a.png"),
            (
                "messages/inbox/ana_1/photos/1.png", "1/inbox/ana_1/message_1.json",
                "2/messages/inbox/ana_1/photos/1.png"
            ),
            // Only one chat of an export.
            ("messages/inbox/ana_1/photos/1.png", "ana_1/message_1.json", "ana_1/photos/1.png"),
            ("messages/inbox/ana_1/photos/1.png", "ana_1/message_1.json", "ana_1/1.png"),
            ("/Users/me/Attachments/aa/00/1.png", "chat.txt", "Attachments/aa/00/1.png"),
            ("C:\\Users\\me\\files\\1.png", "x/chat.json", "x/files/1.png"),
            ("../media/./1.png", "chats/ana.json", "media/1.png"),
        ])
    func same(path: String, document: String, file: String) {
        #expect(resolve(path, from: document, in: [file]) == file)
    }

    @Test(
        "A file with the same name in another folder is another file",
        arguments: [
            ("a.png", "Groups/DM aaa/messages.json", "Groups/DM bbb/a.png"),
            (
                "messages/inbox/ana_1/photos/1.png", "messages/inbox/ana_1/message_1.json",
                "messages/inbox/ben_2/photos/1.png"
            ),
            ("/Users/me/Attachments/bb/01/1.png", "chat.txt", "attachments/aa/1.png"),
            ("/Users/me/Attachments/bb/01/1.png", "x/chat.txt", "1.png"),
            ("media/a.png", "ana.json", "other/a.png"),
        ])
    func other(path: String, document: String, file: String) {
        #expect(resolve(path, from: document, in: [file]) == nil)
    }

    @Test func mediaOfTheOnlyWhatsAppChatMayBeInAnyFolder() throws {
        let chat = Array("1/15/21, 10:00 - Ann: note.png (file attached)\n".utf8)
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var zip = ZipBuilder()
        zip.add("chat/WhatsApp Chat with Ann.txt", chat)
        zip.add("media/note.png", picture)
        #expect(try ShippedImport.read(zip.finish()).conversation.media.count == 1)
        zip.add("ben/WhatsApp Chat with Ben.txt", chat)
        var options = ImportOptions()
        options.chat = "Ann"
        let imported = try ShippedImport.read(zip.finish(), options: options)
        #expect(imported.conversation.media.isEmpty)
        #expect(imported.warnings.contains { $0.kind == .missingMedia })
    }
}
