import Foundation
import Testing

/// The headers are valid, the pixel data is not.
@Suite struct DamagedPictureTests {
    private func conversation(_ picture: Data) -> String {
        let data = picture.base64EncodedString()
        return #"{"messages":["a",{"attachments":[{"kind":"image","src":{"data":"\#(data)"}}]}]}"#
    }

    @Test(arguments: ["png", "pdf", "svg", "zip", "json"])
    func areRejectedBeforeTheFirstByteIsSent(format: String) throws {
        let service = try InProcessService()
        var picture = try RunningService.file("Tests/Fixtures/Pictures/rgb8.png")
        #expect(try service.post(conversation(picture), to: "/render.\(format)").status == 200)
        // Damages the data of the last IDAT, so its checksum no longer matches.
        let end = try #require(picture.range(of: Data("IEND".utf8)))
        picture[end.lowerBound - 12] ^= 0x55
        let refused = try service.post(conversation(picture), to: "/render.\(format)")
        #expect(refused.status == 422)
        #expect(refused.text.contains("/problems/image-corrupt"))
        #expect(refused.text.contains(#""pointer":"/messages/1/attachments/0/src/data""#))
    }

    @Test func areRejectedInThemes() throws {
        let service = try InProcessService()
        var picture = try RunningService.file("Tests/Fixtures/Pictures/rgb8.png")
        func look(_ picture: Data) -> String {
            #"{"messages":["a"],"theme":{"canvas":{"background":{"picture":{"data":"\#(picture.base64EncodedString())"}}}}}"#
        }
        let fine = try service.post(look(picture))
        let end = try #require(picture.range(of: Data("IEND".utf8)))
        picture[end.lowerBound - 12] ^= 0x55
        let refused = try service.post(look(picture))
        #expect(fine.status == 200, "\(fine.text)")
        #expect(refused.status == 422)
        #expect(refused.text.contains("/problems/image-corrupt"))
    }
}
