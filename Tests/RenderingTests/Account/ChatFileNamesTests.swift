import Model
import Testing

@testable import Rendering

@Suite struct ChatFileNamesTests {
    private let day = Moment(milliseconds: 1_777_629_600_000, offset: 7_200)

    private func names(_ titles: [String], dated: Bool = true) -> [String] {
        var names = ChatFileNames(reserved: AccountReport.fileNames)
        return titles.map { names.next($0, dated ? day : nil, ending: ".pdf") }
    }

    @Test func nameIsDateAndTitle() {
        #expect(names(["Trip"]) == ["2026-05-01 Trip.pdf"])
        #expect(names(["Trip"], dated: false) == ["Trip.pdf"])
    }

    @Test(arguments: [
        ("../x", "_x"), ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j"), ("", "Chat"),
        ("...", "Chat"),
        (" . ", "Chat"), (".hidden", "hidden"), ("end. .", "end"), ("two\n\t  lines", "two lines"),
        ("nul\u{0}byte\u{7F}", "nulbyte"), ("🎉 Party 👩‍👩‍👧", "🎉 Party 👩‍👩‍👧"), ("مرحبا", "مرحبا"),
        ("evil\u{202E}fdp.exe", "evilfdp.exe"), ("\u{200F}שלום", "שלום"), ("\u{FEFF}", "Chat"),
        ("e\u{301}te\u{301}", "été"), ("\u{E000}", "_"), ("100 %", "100 %"),
    ])
    func titlesAreSafe(title: String, safe: String) {
        #expect(names([title]) == ["2026-05-01 \(safe).pdf"])
    }

    @Test func devicesOfWindowsAreNoNames() {
        #expect(
            names(["CON", "nul", "com1", "LPT¹", "aux.txt", "console"], dated: false) == [
                "_CON.pdf", "_nul.pdf", "_com1.pdf", "_LPT¹.pdf", "_aux.txt.pdf", "console.pdf",
            ])
        #expect(names(["CON"]) == ["2026-05-01 CON.pdf"])
    }

    @Test func longTitlesAreCutBetweenCharacters() {
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        for title in [
            String(repeating: "a", count: 300), String(repeating: "👩‍👩‍👧", count: 300), marks + marks,
        ] {
            let name = names([title])[0]
            #expect(name.utf8.count <= 200 && name.utf8.count > 60, "\(name.utf8.count)")
            #expect(name.hasSuffix(".pdf"))
        }
        #expect(names([String(repeating: "👩‍👩‍👧", count: 300)])[0].dropLast(4).last == "👩‍👩‍👧")
    }

    @Test func equalNamesAreNumberedWithoutCase() {
        #expect(
            names(["Trip", "trip", "TRIP (2)", "Trip", "straße", "STRASSE", "e\u{301}", "\u{E9}"])
                == [
                    "2026-05-01 Trip.pdf", "2026-05-01 trip (2).pdf", "2026-05-01 TRIP (2) (2).pdf",
                    "2026-05-01 Trip (3).pdf", "2026-05-01 straße.pdf",
                    "2026-05-01 STRASSE (2).pdf",
                    "2026-05-01 é.pdf", "2026-05-01 é (2).pdf",
                ])
        var own = ChatFileNames(reserved: AccountReport.fileNames)
        #expect(own.next("Index", nil, ending: ".html") == "Index (2).html")
    }

    @Test func manyEqualTitlesTakeLinearTime() {
        let clock = ContinuousClock()
        let time = clock.measure {
            let all = names(Array(repeating: "New chat", count: 20_000))
            #expect(all[19_999] == "2026-05-01 New chat (20000).pdf")
        }
        #expect(time < .seconds(60))
    }
}
