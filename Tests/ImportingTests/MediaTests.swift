import Basics
import Foundation
import Model
import Testing

@testable import Importing
@testable import Readers

/// The file has a tone of 330 Hz for two seconds, in quarters: loud, silent, half as loud, quiet.
@Suite struct OpusWaveformTests {
    private let file: [UInt8]

    init() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/Sounds/quarters.opus")
        file = Array(try Data(contentsOf: url))
    }

    private func samples(
        _ bytes: [UInt8], seconds: Double = 2, budget: WorkBudget = .unlimited
    ) -> [Float]? {
        OpusWaveform.samples(of: ByteSource(bytes), seconds: seconds, budget: budget)
    }

    private func expectQuarters(_ samples: [Float]) {
        #expect(samples.count == 64)
        // Without the parts that contain a change.
        #expect(samples[1..<15].allSatisfy { (0.8...1).contains($0) })
        #expect(samples[18..<31].allSatisfy { $0 < 0.05 })
        #expect(samples[34..<47].allSatisfy { (0.3...0.7).contains($0) })
        #expect(samples[51..<63].allSatisfy { (0.05...0.25).contains($0) })
    }

    @Test func peaksAreThoseOfTheSound() throws {
        expectQuarters(try #require(samples(file)))
    }

    @Test func packetsMayContinueOnTheNextPage() throws {
        let padded = try #require(samples(Self.split(file)))
        #expect(padded == samples(file))
    }

    @Test func noMoreThanTheStatedDurationIsDecoded() throws {
        let short = try #require(samples(file, seconds: 0.5))
        #expect(short[1..<60].allSatisfy { (0.8...1).contains($0) })
    }

    @Test func stoppedWorkHasNoWaveform() {
        #expect(samples(file, budget: WorkBudget { _ in false }) == nil)
    }

    @Test func otherAndDamagedFilesHaveNoInvalidSamples() {
        #expect(samples([]) == nil)
        #expect(samples(Array("OggS".utf8)) == nil)
        var vorbis = file
        vorbis[28] = 0x76
        #expect(samples(vorbis) == nil)
        for count in stride(from: 0, to: file.count, by: 7) {
            expectValid(samples(Array(file.prefix(count))))
        }
        for place in stride(from: 0, to: file.count, by: 3) {
            var bytes = file
            bytes[place] ^= 0xFF
            expectValid(samples(bytes))
        }
    }

    private func expectValid(_ samples: [Float]?) {
        #expect(samples?.allSatisfy { (0...1).contains($0) } ?? true)
    }

    @Test func voiceMessagesOfAnExportGetTheirWaveform() throws {
        var zip = ZipBuilder()
        let lines = (1...3).map { "1/15/21, 10:0\($0) - Ann: PTT-\($0).opus (file attached)\n" }
        zip.add("WhatsApp Chat with Ann.txt", Array(lines.joined().utf8))
        zip.add("PTT-1.opus", file)
        zip.add("PTT-2.opus", Array("OggS".utf8))
        let bytes = zip.finish()
        var options = ImportOptions()
        #expect(try waveforms(bytes, options) == [[], [], []])
        options.wantsPreviews = true
        let drawn = try waveforms(bytes, options)
        expectQuarters(drawn[0])
        #expect(drawn[1...] == [[], []])
        options.wantsFiles = true
        #expect(try waveforms(bytes, options) == drawn)
    }

    private func waveforms(_ zip: [UInt8], _ options: ImportOptions) throws -> [[Float]] {
        try ShippedImport.read(zip, name: "WhatsApp Chat with Ann.zip", options: options)
            .conversation.messages.flatMap { $0.attachments.map(\.waveform) }
    }

    /// The same sound, in packets that are padded by 254 bytes (RFC 6716, 3.2.5) and split between
    /// two pages each.
    private static func split(_ file: [UInt8]) -> [UInt8] {
        var (place, pages) = (0, [[UInt8]]())
        while place < file.count {
            let count = Int(file[place + 26])
            let table = file[place + 27..<place + 27 + count]
            var start = place + 27 + count
            let head = Array(file[place..<place + 26])
            if pages.count < 2 {
                let end = table.reduce(start) { $0 + Int($1) }
                pages.append(Array(file[place..<end]))
                start = end
            } else {
                for length in table {
                    let packet = file[start..<start + Int(length)]
                    start += Int(length)
                    let padded =
                        [packet[packet.startIndex] | 3, 0x41, 255, 0] + packet.dropFirst()
                        + [UInt8](repeating: 0, count: 254)
                    pages.append(head + [1, 255] + padded.prefix(255))
                    let rest = padded.dropFirst(255)
                    pages.append(head + [1, UInt8(rest.count)] + rest)
                }
            }
            place = start
        }
        return Array(pages.joined())
    }
}

/// The pictures of the videos are red on the left and blue on the right.
@Suite struct VideoPosterTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Videos")

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private func poster(_ bytes: [UInt8], budget: WorkBudget = .unlimited) -> SmallPicture? {
        switch VideoPoster.poster(of: ByteSource(bytes), budget: budget) {
        case .picture(let picture): return picture
        case .needs(let package): Issue.record("\(package) is not installed")
        case nil: break
        }
        return nil
    }

    private func isRed(_ word: UInt32) -> Bool {
        (word >> 16) & 255 > 230 && (word >> 8) & 255 < 25 && word & 255 < 25
    }

    private func isBlue(_ word: UInt32) -> Bool {
        (word >> 16) & 255 < 25 && (word >> 8) & 255 < 25 && word & 255 > 230
    }

    /// `late.mp4` is black at first.
    @Test(arguments: ["plain.mp4", "late.mp4", "hevc.mp4", "hevc-10bit.mov"])
    func posterIsTheFirstPictureThatIsNotBlack(name: String) throws {
        let picture = try #require(poster(try Self.file(name)))
        #expect(picture.width == 128 && picture.height == 32)
        for (place, word) in picture.words.enumerated() {
            switch place % 128 {
            case ..<56: #expect(isRed(word))
            case 72...: #expect(isBlue(word))
            default: break
            }
        }
    }

    @Test func posterOfATurnedVideoIsUpright() throws {
        let picture = try #require(poster(try Self.file("turned.mov")))
        #expect(picture.width == 32 && picture.height == 128)
        #expect(picture.words[..<(56 * 32)].allSatisfy(isBlue))
        #expect(picture.words[(72 * 32)...].allSatisfy(isRed))
    }

    @Test(arguments: ["black.mp4", "other.3gp"])
    func blackAndForeignVideosHaveNoPoster(name: String) throws {
        #expect(poster(try Self.file(name)) == nil)
    }

    /// The decoder would allocate what the stream states.
    @Test func pictureLargerThanTheFileStatesIsNotDecoded() throws {
        let file = try Self.file("hevc.mp4")
        let track = try #require(VideoTrack(ByteSource(file)))
        let unit = try #require(track.parameters.first { $0.first.map { $0 >> 1 & 63 } == 33 })
        #expect(try #require(NALUnits.hevcSize(unit)) == (128, 32) && track.fits(unit))
        // The width in the head of the track, of which the stream states four times as much.
        let found = file.span.offset(of: Array("hvc1".utf8))
        let head = try #require(found)
        var small = file
        small.replaceSubrange(head + 28..<head + 30, with: [0, 32])
        #expect(VideoTrack(ByteSource(small))?.fits(unit) == false)
        #expect(poster(small) == nil)
    }

    @Test func stoppedWorkHasNoPoster() throws {
        #expect(poster(try Self.file("plain.mp4"), budget: WorkBudget { _ in false }) == nil)
    }

    @Test(arguments: ["plain.mp4", "hevc.mp4", "turned.mov"])
    func damagedVideosDoNoHarm(name: String) throws {
        let file = try Self.file(name)
        for count in stride(from: 0, to: file.count, by: 7) {
            _ = poster(Array(file.prefix(count)))
        }
        for place in file.indices {
            var bytes = file
            bytes[place] ^= 0xFF
            if let picture = poster(bytes) {
                #expect(picture.words.count == picture.width * picture.height)
                #expect(picture.width <= 640 && picture.height <= 640)
            }
        }
    }

    @Test func videosOfAnExportGetTheirPoster() throws {
        var zip = ZipBuilder()
        let names = ["VID-1.mp4", "VID-2.mp4", "VID-3.mp4", "VID-1.mp4"]
        let lines = names.enumerated().map {
            "1/15/21, 10:0\($0.offset) - Ann: \($0.element) (file attached)\n"
        }
        zip.add("WhatsApp Chat with Ann.txt", Array(lines.joined().utf8))
        zip.add("VID-1.mp4", try Self.file("plain.mp4"))
        zip.add("VID-2.mp4", try Self.file("black.mp4"))
        zip.add("VID-3.mp4", Array("no video".utf8))
        let bytes = zip.finish()
        var options = ImportOptions()
        #expect(try posters(bytes, options) == [false, false, false, false])
        options.wantsPreviews = true
        #expect(try posters(bytes, options) == [true, false, false, true])
        options.wantsFiles = true
        #expect(try posters(bytes, options) == [true, false, false, true])
        // A poster never takes the room of a file.
        options.limits.totalMediaBytes = try Self.file("plain.mp4").count + 100
        #expect(try posters(bytes, options) == [false, false, false, false])
    }

    /// Whether the attachments have a picture.
    private func posters(_ zip: [UInt8], _ options: ImportOptions) throws -> [Bool] {
        let read = try ShippedImport.read(zip, name: "WhatsApp Chat with Ann.zip", options: options)
        return read.conversation.messages.flatMap { message in
            message.attachments.map { attachment in
                #expect(attachment.kind == .video)
                return attachment.media.map { index in
                    FileSignature.isPicture(read.conversation.media[index].bytes)
                } ?? false
            }
        }
    }
}
