import Testing

@testable import Model

/// In inflected forms, and in spellings without diacritics.
@Suite struct NameInflectionTests {
    private func hidden(_ text: String, name: String) throws -> String {
        let json =
            #"{"participants":[{"id":"z","name":"\#(name)"},{"id":"a","name":"Ana"}],"#
            + #""messages":[{"from":"a","text":"\#(text)"}],"#
            + #""options":{"redact":[{"participant":"z"}]}}"#
        return try decode(json).prepared().conversation.messages[0].body.map(\.plainText).joined()
    }

    /// Adjacent bars become one.
    @Test(arguments: [
        ("Irmtraud Hölzenbein", "Irmtrauds Hölzenbeins Hölzenbeine hölzenbeinsche hölzenbeinschen"),
        ("Бронислав Кукушкин", "Брониславом Кукушкина Кукушкиным Кукушкиных Кукушкиными"),
        ("Аристарх Полонский", "Аристарху Полонского Полонскому Полонским Полонских Полонская"),
        ("Наталья Толстая", "Натальи Натальей Толстой Толстую Толстых"),
        ("Юрий Кравец", "Юрия Юрию Юрием Кравца Кравцу Кравцом Кравцы"),
        ("Андрей Соловей", "Андрея Андрею Андреем Соловья Соловью Соловьём"),
        ("Павел Волчок", "Павла Павлу Павлом Волчка Волчку Волчком"),
        ("Зоя Звездочётова", "Звездочётовой Звездочётову Звездочётовых Звездочётов"),
        ("Ия Белая", "Белой Белую Белые"),
        ("Bogumił Wójcik", "Bogumiła Bogumiłem Bogumile Wójcikiem Wójcikowi Wójcików"),
        ("Jadwiga Kowalska", "Jadwigi Jadwidze Jadwigę Kowalskiej Kowalską Kowalskich Kowalskiego"),
        ("Agnieszka Kwiatek", "Agnieszki Agnieszce Kwiatka Kwiatkowi Kwiatkiem Kwiatków"),
        ("Krzysztof Zabłocki", "Krzysztofem Zabłockiego Zabłockim Zabłockich Zabłoccy Zabłocka"),
        ("Marek Kupiec", "Marka Markowi Markiem Kupca Kupcowi Kupcem"),
        ("Barbara Zięba", "Barbary Barbarze Zięby Ziębie Ziębę"),
        ("Beata Dudziak", "Beaty Beacie Dudziakiem Dudziakowie"),
        ("Piotr Konrad Robert", "Piotra Piotrze Konradem Konradzie Roberta Robercie"),
        ("Paweł Michał", "Pawła Pawłem Pawle Michale"),
        ("Pekka Korhonen", "Pekan Pekalle Pekkaa Pekkaan Korhosen Korhosta Korhoselle Korhosten"),
        ("Antti Virtanen", "Antin Antille Virtasen Virtasta Virtaselta Virtasille"),
        ("Markus Järvinen", "Markuksen Markukselle Järvisen Järvistä Järviselle"),
        ("Heikki Niemi", "Heikin Heikille Niemen Niemeä Niemelle Niemeen"),
        ("Tuomas Lahti", "Tuomaksen Tuomakselle Lahden Lahdelle Lahtea"),
    ])
    func formsWithOtherLettersAreHidden(name: String, forms: String) throws {
        for form in forms.split(separator: " ") {
            #expect(try hidden(String(form), name: name) == "[redacted]", "\(form)")
        }
        #expect(try hidden(forms, name: name) == "[redacted]")
    }

    @Test(arguments: [
        ("Irmtraud Hölzenbein", "Hoelzenbein HOLZENBEINS @irmtraudhoelzenbein @iholzenbein"),
        ("Käthe Krüger", "Kaethe Kathe Krueger kaethe.krueger@x.example Kruegers"),
        ("Bogumił Wójcik", "Bogumil Wojcik Wojcika @bwojcik"),
        ("Пётр Звездочётов", "Петр Петра Звездочетова"),
        ("Søren Åkesson", "Soren Soeren Akesson Aakesson"),
    ])
    func spellingsWithoutDiacriticsAreHidden(name: String, spellings: String) throws {
        for spelling in spellings.split(separator: " ") {
            #expect(try hidden(String(spelling), name: name) == "[redacted]", "\(spelling)")
        }
    }

    @Test(arguments: [
        ("Lisa Mara", "a list for mary"), ("Ronen Tal", "Rosen"), ("Zoë Ánh", "zoe anh"),
        ("Marek Tal", "mark"), ("Лев Ким", "льва"), ("Konrad Tal", "Koch kontrakt"),
        ("Андрей Ким", "андр"), ("Aino Roe", "ainu"), ("თამარ", "თამაში"), ("Лео Ким", "Леониду"),
    ])
    func otherWordsRemain(name: String, text: String) throws {
        #expect(try hidden(text, name: name) == text)
    }

    /// Only a participant's own name redacts a whole message.
    @Test func inflectedNamesOfOthersAreNotThePerson() throws {
        let json =
            #"{"participants":[{"id":"z","name":"Virtanen"},{"id":"a","name":"Ana"}],"#
            + #""messages":[{"from":"a","text":"x","forwarded":{"from":"Virtasen"}},"#
            + #"{"from":"a","text":"Barbarze"}],"options":{"redact":[{"participant":"z"}]}}"#
        let messages = try decode(json).prepared().conversation.messages
        #expect(messages[0].body.first?.plainText == "x")
        #expect(messages[0].details.forwarded?.from == "[redacted]")
        #expect(messages[1].body.first?.plainText == "Barbarze")
    }
}
