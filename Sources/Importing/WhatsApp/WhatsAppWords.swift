/// Words that phones write into the stamps of exported lines, in the languages that spell them out.
enum WhatsAppWords {
    enum Half: Sendable, Equatable { case morning, afternoon }

    enum StampWord: Sendable, Equatable {
        case half(Half)
        case month(Int)
        case buddhist
        /// Years count from there: Reiwa 1 is 2019.
        case era(Int)
        /// 年 and its like, which stand where others write a slash.
        case dateUnit
        case separator
        /// Weekdays, `at`, `klo`.
        case filler
    }

    static func stampWord(_ text: String) -> StampWord? {
        if let word = words[text] { return word }
        let lower = text.lowercased()
        if let word = words[lower] { return word }
        let bare = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        if let month = months[bare] { return .month(month) }
        return weekdays.contains(bare) ? .filler : nil
    }

    private static let words: [String: StampWord] = {
        var words: [String: StampWord] = [
            "BE": .buddhist, "R": .era(2018), "令和": .era(2018), "H": .era(1988), "平成": .era(1988),
            "年": .dateUnit, "月": .dateUnit, "년": .dateUnit, "월": .dateUnit,
            "日": .separator, "일": .separator, "\u{060C}": .separator,
        ]
        let mornings = [
            "am", "a.m.", "a.", "a.m", "ص", "上午", "오전", "午前", "π.μ.", "sa", "pg", "पूर्वाह्न", "öö",
            "am.", "de.", "vorm.", "f.m.", "fm", "ap.", "morning", "dop.", "πμ", "पू.", "早上", "凌晨",
        ]
        let afternoons = [
            "pm", "p.m.", "p.", "p.m", "م", "下午", "오후", "午後", "μ.μ.", "ch", "ptg", "अपराह्न", "ös",
            "pm.", "du.", "nachm.", "e.m.", "em", "ip.", "afternoon", "evening", "night", "odp.",
            "μμ",
            "晚上", "中午",
        ]
        for word in mornings { words[word] = .half(.morning) }
        for word in afternoons { words[word] = .half(.afternoon) }
        for word in [
            "klo", "kl", "kl.", "at", "um", "à", "às", "a las", "m.", "m", "in", "the", "de",
            "of", "г.", "г", "alle", "ore", "o", "v", "uhr", "h", "st", "nd", "rd", "th",
        ] { words[word] = .filler }
        return words
    }()

    /// By name and by the short forms of English, German, French, Spanish, Portuguese, Italian,
    /// Dutch, Russian, Turkish, Polish and the Nordic languages.
    private static let months: [String: Int] = {
        let rows = [
            "january jan januar janvier janv enero ene janeiro gennaio gen januari января янв ocak oca stycznia sty",
            "february feb februar février févr fév febrero fevereiro fev febbraio februari февраля февр фев şubat şub lutego lut",
            "march mar märz mrz mars marzo março maart mrt марта мар mart marca marts",
            "april apr avril avr abril abr aprile апреля апр nisan nis kwietnia kwi",
            "may mai mayo maio mag maggio mei мая мая mayıs maja maj",
            "june jun juni juin junio junho giugno giu июня июн haziran haz czerwca cze",
            "july jul juli juillet juil julio julho luglio lug июля июл temmuz tem lipca lip",
            "august aug août agosto ago augustus августа авг ağustos ağu sierpnia sie augusti",
            "september sep sept septembre septiembre setembro set settembre сентября сент сен eylül eyl września wrz",
            "october oct oktober okt octobre octubre outubro out ottobre ott октября окт ekim eki października paź",
            "november nov novembre noviembre novembro ноября нояб ноя kasım kas listopada lis",
            "december dec dezember dez décembre déc diciembre dic dezembro dicembre декабря дек aralık ara grudnia gru",
        ]
        var months: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            for name in row.split(separator: " ") { months[String(name)] = index + 1 }
        }
        return months
    }()

    private static let weekdays: Set<String> = Set(
        """
        monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
        montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr so
        lundi mardi mercredi jeudi vendredi samedi dimanche
        lunes martes miércoles jueves viernes sábado domingo
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        lunedì martedì mercoledì giovedì venerdì sabato domenica
        segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
