import Foundation
import Testing

/// The headers are valid, the pixel data is not.
@Suite struct DamagedPictureTests {
    @Test(arguments: ["png", "pdf", "svg", "zip", "json", "theme"])
    func areRejectedBeforeTheFirstByteIsSent(format: String) throws {
        let isTheme = format == "theme"
        let path = isTheme ? "/render" : "/render." + format
        func talk(_ picture: Data) -> String {
            let source = #"{"data":"\#(picture.base64EncodedString())"}"#
            return isTheme
                ? #"{"messages":["a"],"theme":{"canvas":{"background":{"picture":\#(source)}}}}"#
                : #"{"messages":["a",{"attachments":[{"kind":"image","src":\#(source)}]}]}"#
        }
        var picture = try RunningService.file("Tests/Fixtures/Pictures/rgb8.png")
        _ = try service.render(talk(picture), to: path)
        // Damages the data of the last IDAT, so its checksum no longer matches.
        let end = try #require(picture.range(of: Data("IEND".utf8)))
        picture[end.lowerBound - 12] ^= 0x55
        let refused = try service.post(talk(picture), to: path)
        #expect(refused.status == 422 && refused.text.contains("/problems/image-corrupt"))
        let pointer = #""pointer":"/messages/1/attachments/0/src/data""#
        #expect(isTheme || refused.text.contains(pointer))
    }
}
