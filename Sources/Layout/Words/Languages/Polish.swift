enum Polish: Vocabulary {
    static let plurals = PluralRule.polish

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Wysyłanie…"
        case .sent: "Wysłano"
        case .delivered: "Dostarczono"
        case .read: "Odczytano"
        case .played: "Odtworzono"
        case .failed: "Nie dostarczono"
        case .continued: "ciąg dalszy"
        case .edited: "Edytowano"
        case .deleted: "Ta wiadomość została usunięta"
        case .deletedByMe: "Usunięto tę wiadomość"
        case .pinned: "Przypięto"
        case .starred: "Oznaczono gwiazdką"
        case .forwarded: "Przekazano dalej"
        case .forwardedFrom: "Przekazano od: {name}"
        case .repliedTo: "{name} – odpowiedź do: {other}"
        case .originalMissing: "Pierwotnej wiadomości nie ma w tym czacie"
        case .transcript: "Transkrypcja"
        case .translation: "Tłumaczenie"
        case .sentWith: "Wysłano z efektem: {effect}"
        case .photo: "Zdjęcie"
        case .video: "Film"
        case .gif: "GIF"
        case .sticker: "Naklejka"
        case .voice: "Wiadomość głosowa"
        case .audio: "Audio"
        case .videoNote: "Wiadomość wideo"
        case .file: "Plik"
        case .app: "Aplikacja"
        case .contact: "Kontakt"
        case .location: "Lokalizacja"
        case .liveLocation: "Lokalizacja na żywo"
        case .link: "Link"
        case .poll: "Ankieta"
        case .payment: "Płatność"
        case .voiceCall: "Połączenie głosowe"
        case .videoCall: "Połączenie wideo"
        case .missedVoiceCall: "Nieodebrane połączenie głosowe"
        case .missedVideoCall: "Nieodebrane połączenie wideo"
        case .incomingVoiceCall: "Przychodzące połączenie głosowe"
        case .incomingVideoCall: "Przychodzące połączenie wideo"
        case .outgoingVoiceCall: "Wychodzące połączenie głosowe"
        case .outgoingVideoCall: "Wychodzące połączenie wideo"
        case .declined: "Odrzucono"
        case .busy: "Zajęte"
        case .unanswered: "Brak odpowiedzi"
        case .callFailed: "Połączenie nieudane"
        case .finalResults: "Wyniki końcowe"
        case .yourChoice: "twój wybór"
        case .paymentSent: "Płatność wysłana"
        case .paymentReceived: "Płatność otrzymana"
        case .redactedPhoto: "Utajnione zdjęcie"
        case .redactedVideo: "Utajniony film"
        case .redactedGIF: "Utajniony GIF"
        case .redactedSticker: "Utajniona naklejka"
        case .redactedVoice: "Utajniona wiadomość głosowa"
        case .redactedAudio: "Utajnione nagranie"
        case .redactedVideoNote: "Utajniona wiadomość wideo"
        case .redactedFile: "Utajniony plik"
        case .redactedContact: "Utajniony kontakt"
        case .redactedLocation: "Utajniona lokalizacja"
        case .redactedCard: "Utajniona karta"
        case .redactedPoll: "Utajniona ankieta"
        case .redactedCall: "Utajnione połączenie"
        case .redactedPayment: "Utajniona płatność"
        case .redactedLink: "Utajniony link"
        case .notAvailable: "Niedostępne"
        case .notStated: "nie podano"
        case .unsupported: "Nieobsługiwana wiadomość: {kind}"
        case .you: "Ty"
        case .typing: "Pisze…"
        case .unread: "Nieprzeczytane wiadomości"
        case .lastTwo: "{a} i {b}"
        case .comma: ", "
        case .hours: "{n} godz."
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} głos", few: "{n} głosy", other: "{n} głosów")
        case .voters: PluralForms(one: "{n} głosujący", other: "{n} głosujących")
        case .replies:
            PluralForms(one: "{n} odpowiedź", few: "{n} odpowiedzi", other: "{n} odpowiedzi")
        case .photos: PluralForms(one: "{n} zdjęcie", few: "{n} zdjęcia", other: "{n} zdjęć")
        case .unread:
            PluralForms(
                one: "{n} nieprzeczytana wiadomość", few: "{n} nieprzeczytane wiadomości",
                other: "{n} nieprzeczytanych wiadomości")
        case .more: PluralForms(other: "jeszcze {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Dodano uczestnika", by: "{actor} dodaje uczestnika",
                both: "{actor} dodaje: {targets}", on: "Dodano: {targets}")
        case .memberJoined:
            SystemSentence("Dołączył nowy uczestnik", by: "{actor} dołącza do czatu")
        case .memberLeft: SystemSentence("Uczestnik opuścił czat", by: "{actor} opuszcza czat")
        case .memberRemoved:
            SystemSentence(
                "Usunięto uczestnika", by: "{actor} usuwa uczestnika",
                both: "{actor} usuwa: {targets}", on: "Usunięto: {targets}")
        case .adminAdded:
            SystemSentence(
                "Wyznaczono administratora", by: "{actor} wyznacza administratora",
                both: "{actor} wyznacza administratora: {targets}",
                on: "Nowy administrator: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Odwołano administratora", by: "{actor} odwołuje administratora",
                both: "{actor} odwołuje administratora: {targets}",
                on: "Nie jest już administratorem: {targets}")
        case .adminChanged:
            SystemSentence("Zmieniono administratorów", by: "{actor} zmienia administratorów")
        case .groupCreated: SystemSentence("Utworzono grupę", by: "{actor} tworzy grupę")
        case .channelCreated: SystemSentence("Utworzono kanał", by: "{actor} tworzy kanał")
        case .titleChanged:
            SystemSentence("Zmieniono nazwę czatu", by: "{actor} zmienia nazwę czatu")
        case .photoChanged: SystemSentence("Zmieniono zdjęcie", by: "{actor} zmienia zdjęcie")
        case .photoRemoved: SystemSentence("Usunięto zdjęcie", by: "{actor} usuwa zdjęcie")
        case .topicChanged: SystemSentence("Zmieniono temat", by: "{actor} zmienia temat")
        case .descriptionChanged: SystemSentence("Zmieniono opis", by: "{actor} zmienia opis")
        case .settingsChanged:
            SystemSentence("Zmieniono ustawienia", by: "{actor} zmienia ustawienia")
        case .numberChanged:
            SystemSentence("Zmieniono numer telefonu", by: "{actor} zmienia numer telefonu")
        case .nameChanged:
            SystemSentence("Zmieniono nazwę uczestnika", by: "{actor} zmienia swoją nazwę")
        case .securityCodeChanged:
            SystemSentence(
                "Zmienił się kod zabezpieczeń",
                by: "Zmienił się kod zabezpieczeń: {actor}",
                on: "Zmienił się kod zabezpieczeń: {targets}")
        case .encryption:
            SystemSentence(
                "Wiadomości i połączenia są w pełni szyfrowane",
                by: "{actor}: wiadomości i połączenia są w pełni szyfrowane")
        case .timerChanged:
            SystemSentence(
                "Zmieniono czas znikania wiadomości",
                by: "{actor} zmienia czas znikania wiadomości")
        case .blocked:
            SystemSentence(
                "Zablokowano kontakt", by: "{actor} blokuje kontakt",
                both: "{actor} blokuje: {targets}", on: "Zablokowano: {targets}")
        case .unblocked:
            SystemSentence(
                "Odblokowano kontakt", by: "{actor} odblokowuje kontakt",
                both: "{actor} odblokowuje: {targets}", on: "Odblokowano: {targets}")
        case .business: SystemSentence("To jest konto firmowe", by: "{actor} to konto firmowe")
        case .pinned: SystemSentence("Przypięto wiadomość", by: "{actor} przypina wiadomość")
        case .unpinned: SystemSentence("Odpięto wiadomość", by: "{actor} odpina wiadomość")
        case .call: SystemSentence("Rozpoczęto połączenie", by: "{actor} rozpoczyna połączenie")
        case .themeChanged: SystemSentence("Zmieniono motyw", by: "{actor} zmienia motyw")
        case .screenshot: SystemSentence("Zrobiono zrzut ekranu", by: "{actor} robi zrzut ekranu")
        case .migrated: SystemSentence("Rozszerzono grupę", by: "{actor} rozszerza grupę")
        case .archived: SystemSentence("Zarchiwizowano czat", by: "{actor} archiwizuje czat")
        case .threadCreated: SystemSentence("Rozpoczęto wątek", by: "{actor} rozpoczyna wątek")
        case .payment: SystemSentence("Wysłano płatność", by: "{actor} wysyła płatność")
        case .gift: SystemSentence("Wysłano prezent", by: "{actor} wysyła prezent")
        case .boost: SystemSentence("Wzmocniono czat", by: "{actor} wzmacnia czat")
        case .game: SystemSentence("Rozegrano grę", by: "{actor} rozgrywa grę")
        case .historyCleared: SystemSentence("Wyczyszczono historię", by: "{actor} czyści historię")
        case .locationShared:
            SystemSentence("Udostępniono lokalizację", by: "{actor} udostępnia lokalizację")
        case .joinedService: SystemSentence("Kontakt dołączył", by: "{actor} jest teraz tutaj")
        }
    }
}
