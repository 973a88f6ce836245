import Foundation
import Scene
import TestDrawing
import Testing

@testable import Typesetting

@Suite struct FontTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    @Test func missingFontsAreListed() throws {
        let installed = try Typesetter.useFonts(.file(TestFonts.configuration))
        #expect(installed.missing.isEmpty)
        #expect(installed.has("Inter") && installed.has("Noto Color Emoji"))
        let poor = InstalledFonts(families: ["Inter", "Noto Sans"])
        #expect(poor.missing.first == "Noto Sans Arabic")
        #expect(poor.missing.contains("Noto Color Emoji"))
    }

    @Test func processKeepsItsFirstConfiguration() throws {
        let path = try TestFonts.configuration
        #expect(throws: FontConfigurationFault.alreadyUsing(path: path)) {
            try Typesetter.useFonts(.file("/etc/fonts/fonts.conf"))
        }
    }

    @Test func typesettersShareFontIds() {
        let other = Typesetter(fonts: typesetter.fonts)
        let text = Sample.text("abc שלום 😀")
        #expect(typesetter.shape(text, width: 900) == other.shape(text, width: 900))
        let count = typesetter.fonts.count
        _ = Typesetter(fonts: typesetter.fonts).shape(text, width: 900)
        #expect(typesetter.fonts.count == count)
    }

    @Test func everyFontInTheTableCanBeOpened() {
        for (_, sample) in ScriptSamples.all {
            for run in typesetter.shape(Sample.text(sample), width: 900).runs {
                let file = typesetter.fonts.file(run.font)
                #expect(FileManager.default.isReadableFile(atPath: file.path))
            }
        }
    }

    @Test func inventedFamiliesAndSizesAddNoFonts() {
        _ = typesetter.shape(Sample.text("abc 日本"), width: 900)
        let count = typesetter.fonts.count
        for number in 0..<300 {
            var text = Sample.text("abc 日本", size: Double(number) / 7, language: "q\(number)")
            text.style.families = ["Family \(number)", "Inter"]
            text.style.weight = 376 + number % 48
            _ = typesetter.shape(text, width: 900)
        }
        #expect(typesetter.fonts.count == count)
    }

    @Test func tableCanBeUsedFromManyThreads() async {
        let fonts = FontTable()
        await withTaskGroup(of: FontID.self) { group in
            for number in 0..<64 {
                group.addTask { fonts.id(of: FontFile(path: "/\(number % 8)", index: 0)) }
            }
            for await id in group { #expect(id.number < 8) }
        }
        #expect(fonts.count == 8)
    }
}
