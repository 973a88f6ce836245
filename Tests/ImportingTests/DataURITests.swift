import Importing
import Model
import Testing

/// Avatars embedded in an export as data URIs.
@Suite struct DataURITests {
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private func read(avatar: String, limit: Int? = nil) throws -> Imported {
        let talk =
            #"{"chatlab":{"version":"0.0.2"},"meta":{"name":"Trip"},"#
            + #""members":[{"platformId":"1","accountName":"Ana","avatar":"\#(avatar)"}],"#
            + #""messages":[{"sender":"1","timestamp":1700000000,"type":0,"content":"hello"}]}"#
        var options = ImportOptions()
        options.from = "chatlab"
        if let limit { options.limits.mediaBytes = limit }
        return try ShippedImport.read(Array(talk.utf8), options: options)
    }

    @Test func avatarsAreImportedWithoutAWarning() throws {
        let read = try read(avatar: "data:image/png;base64," + Self.picture)
        #expect(read.conversation.participants[0].avatar != nil)
        #expect(!read.warnings.contains { $0.kind == .missingMedia })
    }

    @Test(arguments: [
        ("data:image/png;base64,iVBORw0K*", nil, "the picture of Ana is damaged"),
        (
            "data:image/png;base64,SGVsbG8=", nil,
            "the picture of Ana is not a supported picture"
        ),
        ("data:image/png;base64," + picture, 1, "the picture of Ana is larger than 0 MiB"),
    ])
    func unusableAvatarsGetAWarning(avatar: String, limit: Int?, words: String) throws {
        let read = try read(avatar: avatar, limit: limit)
        #expect(read.conversation.participants[0].avatar == nil)
        #expect(read.warnings.filter { $0.kind == .missingMedia }.map(\.detail) == [words])
    }
}
