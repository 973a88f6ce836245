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
