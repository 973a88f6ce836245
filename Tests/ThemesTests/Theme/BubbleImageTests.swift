import Basics
import Foundation
import Scene
import Testing

@testable import Themes

@Suite struct BubbleImageTests {
    private static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    private static let base64 = Data(bytes).base64EncodedString()

    private func image(_ text: String) throws -> (BubbleImage, Theme) {
        let uploads = ["mine.png": Self.bytes]
        let theme = try Looks.catalog().resolve(
            Looks.json("{\"bubble\":{\"image\":\(text),\"tail\":\"image\"}}"),
            upload: { uploads[$0] }
        ).theme
        return (try #require(theme.sent.image), theme)
    }

    @Test(arguments: [
        "\"data:image/png;base64,\(base64)\"", "{\"src\":\"data:;base64,\(base64)\"}",
        "{\"src\":{\"data\":\"\(base64)\"}}", "{\"src\":{\"data\":\"data:x/y;base64,\(base64)\"}}",
        #"{"src":"mine.png"}"#, #"{"src":{"file":"mine.png"}}"#, #"{"src":{"1x":"mine.png"}}"#,
    ])
    func aPictureCanBeGivenInManyForms(text: String) throws {
        let (image, theme) = try image(text)
        #expect(image.source == .slices([.init(picture: 0, scale: 1)], caps: .zero))
        #expect(theme.received.image == image)
        #expect(theme.pictures.map(\.bytes) == [Self.bytes])
    }

    @Test func capsSetTheMinimumSize() throws {
        let (image, theme) = try image(
            ##"{"src":{"2x":"mine.png"},"caps":[17,30,17,30],"tint":"#f00","tail":"left"}"##)
        #expect(
            image.source
                == .slices(
                    [.init(picture: 0, scale: 2)],
                    caps: Insets(top: 17, left: 30, bottom: 17, right: 30)))
        #expect(image.tint == Color(255, 0, 0))
        #expect(image.isMirrored)
        #expect(theme.sent.minSize == Size(60, 35))
    }

    @Test func aTintAloneKeepsTheInheritedPicture() throws {
        let base = try Looks.theme("tinted")
        let theme = try Looks.inline(
            ##"{"extends":"tinted","bubble":{"image":{"tint":"#ff2d55"}}}"##)
        #expect(theme.sent.image?.source == base.sent.image?.source)
        #expect(theme.sent.image?.tint == Color(255, 45, 85))
        #expect(theme.pictures == base.pictures)
    }

    @Test func anotherPictureReplacesTheInheritedOnes() throws {
        let theme = try Looks.inline(
            "{\"extends\":\"tinted\",\"bubble\":{\"image\":{\"src\":{\"data\":\"\(Self.base64)\"}}}}"
        )
        #expect(theme.pictures.map(\.bytes) == [Self.bytes])
        #expect(theme.sent.image?.tint != nil)
    }

    @Test func theWholePictureCanStretch() throws {
        let (image, theme) = try image(#"{"src":"mine.png","stretch":"whole"}"#)
        #expect(image.source == .whole([.init(picture: 0, scale: 1)]))
        #expect(try Looks.catalog().resolve(theme.json).theme == theme)
    }

    static let faults: [(String, ThemeFault)] = [
        (#"{}"#, ThemeFault(at: "/theme/bubble/image/src", .missing)),
        (
            #"{"src":"https://example.com/x.png"}"#,
            ThemeFault(at: "/theme/bubble/image/src", .pictureAddress)
        ),
        (
            #"{"src":{"url":"file:///etc/passwd"}}"#,
            ThemeFault(at: "/theme/bubble/image/src/url", .pictureAddress)
        ),
        (
            #"{"src":"../../../etc/passwd"}"#,
            ThemeFault(at: "/theme/bubble/image/src", .unknownPicture(name: "../../../etc/passwd"))
        ),
        (
            #"{"src":{"3x":{"file":"gone.png"}}}"#,
            ThemeFault(at: "/theme/bubble/image/src/3x/file", .unknownPicture(name: "gone.png"))
        ),
        (#"{"src":{"data":"AA=A"}}"#, ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)),
        (
            #"{"src":{"data":"AAAA\nAAAA"}}"#,
            ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)
        ),
        (#"{"src":"data:image/png,AAAA"}"#, ThemeFault(at: "/theme/bubble/image/src", .badBase64)),
        (#"{"src":{"data":""}}"#, ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)),
        (
            #"{"src":7}"#,
            ThemeFault(
                at: "/theme/bubble/image/src", .wrongForm(expected: .picture, found: .number))
        ),
        (
            #"{"fragments":["mine.png"]}"#,
            ThemeFault(at: "/theme/bubble/image/fragments", .wrongCount(actual: 1, allowed: 9...9))
        ),
    ]

    @Test(arguments: faults)
    func invalidPicturesAreReported(text: String, fault: ThemeFault) throws {
        do {
            _ = try image(text)
            Issue.record("\(text) was accepted")
        } catch let faults as ThemeFaults {
            #expect(faults.first == fault)
        }
    }

    @Test func anImageTailNeedsAPicture() throws {
        #expect(throws: ThemeFaults.self) { try Looks.inline(#"{"bubble":{"tail":"image"}}"#) }
    }

    @Test func aHugePictureIsRejectedBeforeDecoding() throws {
        let text = String(repeating: "A", count: 12 << 20)
        let json: JSONValue = ["bubble": ["image": ["src": ["data": .string(text)]]]]
        let catalog = try Looks.catalog()
        do {
            _ = try catalog.resolve(json)
            Issue.record("the picture was accepted")
        } catch {
            guard case .pictureTooLarge = error.first.reason else {
                Issue.record("\(error.first)")
                return
            }
        }
    }
}
