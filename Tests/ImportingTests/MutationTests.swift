import Foundation
import Importing
import Model
import TestBytes
import Testing

/// Damaged exports are read or rejected: each fixture is damaged with a seeded generator.
@Suite struct MutationTests {
    private static let damages = 8

    @Test(arguments: Fixture.all)
    func damagedExportsAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        var options = try fixture.options
        options.limits.archiveBytes = 16 << 20
        var random = SeededRandom(seed: UInt64(bytes.count) &* 0x9E37_79B9)
        for _ in 0..<Self.damages {
            var damaged = bytes
            for _ in 0...random.below(4) { Self.damage(&damaged, &random) }
            guard
                let imported = try? ShippedImport.read(
                    damaged, name: try fixture.name, options: options,
                    password: try fixture.password)
            else { continue }
            Invariants.check(imported.conversation)
        }
    }

    /// Explicitly selected importers must handle any input.
    @Test(arguments: ImporterCatalog.all.map(\.name))
    func anyBytesAreReadOrRejected(importer: String) {
        var random = SeededRandom(seed: 7)
        var options = ImportOptions()
        options.from = importer
        for fixture in Fixture.all {
            guard var bytes = try? fixture.bytes else { continue }
            if random.below(2) == 0 { Self.damage(&bytes, &random) }
            guard let imported = try? ShippedImport.read(bytes, options: options) else { continue }
            Invariants.check(imported.conversation)
        }
    }

    @Test(arguments: Fixture.all)
    func truncatedExportsAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        let options = try fixture.options
        let step = max(1, bytes.count / 48)
        for length in stride(from: 0, to: bytes.count, by: step) {
            let cut = Array(bytes.prefix(length))
            guard let imported = try? ShippedImport.read(cut, options: options) else { continue }
            Invariants.check(imported.conversation)
        }
    }

    private static let pieces: [[UInt8]] =
        [
            "\n", "\r\n", ": ", "[", "]", "{", "}", "<", ">", "(", ")", "\"", "\\", "\\u0000",
            "\\ud800",
            "null", "-1", "1e999", "99999999999999999999", "\u{200E}", "\u{FFFC}", "\u{202E}",
            "\u{2068}@",
            "&#0;", "&#xD83D;", "<!DOCTYPE x>", "</div>", "PK\u{3}\u{4}", "true", "[]", "{}",
            "\"\"", "é", "😀",
        ].map { Array($0.utf8) } + [[0xFF], [0x00], [0xC3], [0xF0, 0x9F]]

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = random.below(bytes.count)
        let length = min(random.below(64) + 1, bytes.count - place)
        switch random.below(6) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<place + length)
        case 2:
            bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count))
        case 3: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 4:
            bytes.replaceSubrange(
                place..<place + min(length, 4), with: pieces[random.below(pieces.count)])
        default: bytes.swapAt(place, random.below(bytes.count))
        }
    }
}
