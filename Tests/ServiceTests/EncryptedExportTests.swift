import Foundation
import Testing

/// Encrypted exports over HTTP, with their password or key as a part of the form.
@Suite struct EncryptedExportTests {
    private func send(
        _ path: String, _ password: String?, to route: String
    ) throws -> Answer {
        let parts = password.map { [(name: "source_password", content: Data($0.utf8))] } ?? []
        let file = try RunningService.file("Tests/Fixtures/Imports/" + path)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return try InProcessService().post(form: parts, files: [("file", name, file)], to: route)
    }

    private static let digits =
        "00010203 04050607 08090A0B 0C0D0E0F 10111213 14151617 18191A1B 1C1D1E1F"

    @Test func aPartOfTheFormOpensABackup() throws {
        let path = "whatsapp/crypt15.zip/Databases/msgstore.db.crypt15"
        let route = "/render.png?chat=4915550100@s.whatsapp.net"
        let answer = try send(path, Self.digits, to: route)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == "whatsapp")
        let without = try send(path, nil, to: route)
        #expect(without.status == 400 && without.text.contains("is encrypted"))
        let wrong = try send(path, "FF" + Self.digits.dropFirst(2), to: route)
        #expect(wrong.status == 400 && wrong.text.contains("does not open"))
        #expect(!wrong.text.contains("FF010203"))
    }

    @Test func aPartOfTheFormOpensAnArchive() throws {
        let route = "/render.png?chat=News"
        let answer = try send("threema/threema-backup.zip", "harbour lights 7", to: route)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(answer.header("chatprint-importer") == "threema")
        let wrong = try send("threema/threema-backup.zip", "harbour lights 8", to: route)
        #expect(wrong.status == 400 && wrong.text.contains("does not open"))
    }
}
