import Basics
import Model
import Testing

@testable import Layout

@Suite struct WordsDateTests {
    /// 2026-05-31T09:40:00Z.
    private static let morning = Moment(milliseconds: 1_780_220_400_000)
    private static let afternoon = LocalTime(localSeconds: 13 * 3_600 + 5 * 60)

    @Test(arguments: [
        ("en-US", "Sunday, May 31, 2026", "9:40 AM", "1:05 PM"),
        ("en-US-u-hc-h23", "Sunday, May 31, 2026", "09:40", "13:05"),
        ("en-GB-u-hc-h12", "Sunday, 31 May 2026", "9:40 am", "1:05 pm"),
        ("en-GB", "Sunday, 31 May 2026", "09:40", "13:05"),
        ("de-DE", "Sonntag, 31. Mai 2026", "09:40", "13:05"),
        ("fr-FR", "dimanche 31 mai 2026", "09:40", "13:05"),
        ("es-ES", "domingo, 31 de mayo de 2026", "9:40", "13:05"),
        ("pt-BR", "domingo, 31 de maio de 2026", "09:40", "13:05"),
        ("it-IT", "domenica 31 maggio 2026", "09:40", "13:05"),
        ("nl-NL", "zondag 31 mei 2026", "09:40", "13:05"),
        ("ru-RU", "воскресенье, 31 мая 2026 г.", "09:40", "13:05"),
        ("uk-UA", "неділя, 31 травня 2026 р.", "09:40", "13:05"),
        ("pl-PL", "niedziela, 31 maja 2026", "09:40", "13:05"),
        ("tr-TR", "31 Mayıs 2026 Pazar", "09:40", "13:05"),
        ("ar-EG", "الأحد، ٣١ مايو، ٢٠٢٦", "٩:٤٠ ص", "١:٠٥ م"),
        ("ar-MA", "الأحد، 31 ماي 2026", "09:40", "13:05"),
        ("he-IL", "יום ראשון, 31 במאי 2026", "9:40", "13:05"),
        ("hi-IN", "रविवार, 31 मई 2026", "पू 9:40", "अ 1:05"),
        ("hi-IN-u-nu-deva", "रविवार, ३१ मई २०२६", "पू ९:४०", "अ १:०५"),
        ("zh-Hans-CN", "2026年5月31日 星期日", "09:40", "13:05"),
        ("zh-TW", "2026年5月31日 星期日", "上午9:40", "下午1:05"),
        ("ja-JP", "2026年5月31日 日曜日", "9:40", "13:05"),
        ("ko-KR", "2026년 5월 31일 일요일", "오전 9:40", "오후 1:05"),
        // Dates use the Gregorian calendar, whatever the calendar of the country.
        ("fa-IR", "یکشنبه ۳۱ مهٔ ۲۰۲۶", "۹:۴۰", "۱۳:۰۵"),
        ("th-TH", "วันอาทิตย์ที่ 31 พฤษภาคม 2026", "09:40", "13:05"),
    ])
    func daysAndTimesFollowTheConventionsOfTheLocale(
        locale: String, day: String, morning: String, afternoon: String
    ) {
        var words = DateWords(locale: locale, zone: .gmt, clock: .auto)
        let civil = words.civil(Self.morning)
        #expect(plain(words.day(of: Self.morning, offset: 0)) == day)
        #expect(plain(words.time(civil)) == morning)
        #expect(plain(words.time(Self.afternoon)) == afternoon)
    }

    @Test(arguments: [
        ("en-US", Options.TimeFormat.h24, "09:40", "13:05"),
        ("de-DE", .h12, "9:40 AM", "1:05 PM"), ("ja-JP", .h12, "午前9:40", "午後1:05"),
        ("ar-EG", .h24, "٠٩:٤٠", "١٣:٠٥"), ("ko-KR", .h24, "09:40", "13:05"),
    ])
    func requestedClockOverridesThatOfTheLocale(
        locale: String, clock: Options.TimeFormat, morning: String, afternoon: String
    ) {
        var words = DateWords(locale: locale, zone: .gmt, clock: clock)
        #expect(plain(words.time(words.civil(Self.morning))) == morning)
        #expect(plain(words.time(Self.afternoon)) == afternoon)
    }

    @Test(arguments: [
        "", "-", "🙂", "en-", "../../etc/passwd", "hi-IN-u-nu-bogus", "en@numbers=zzzz",
        "hi_IN@numbers=deva;numbers=", "x-private", "de_DE.UTF-8", "en-US-u-ca-buddhist",
        String(repeating: "a-", count: 5_000), "\u{0}", "ab-cdef-gh-ij",
    ])
    func noLocaleCrashesTheProcess(locale: String) {
        var words = DateWords(locale: locale, zone: .gmt, clock: .auto)
        let civil = words.civil(Self.morning)
        #expect(words.day(of: Self.morning, offset: 0).contains("2026"))
        #expect(words.time(civil).contains("40"))
        #expect(!Phrases(locale: locale).photo.isEmpty)
    }

    /// Newer tables separate "AM" with no-break spaces.
    private func plain(_ time: String) -> String {
        time.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }
}
