enum Dutch: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Wordt verzonden…"
        case .sent: "Verzonden"
        case .delivered: "Bezorgd"
        case .read: "Gelezen"
        case .played: "Afgespeeld"
        case .failed: "Niet bezorgd"
        case .continued: "vervolg"
        case .edited: "Bewerkt"
        case .deleted: "Dit bericht is verwijderd"
        case .deletedByMe: "Je hebt dit bericht verwijderd"
        case .pinned: "Vastgemaakt"
        case .starred: "Met ster"
        case .forwarded: "Doorgestuurd"
        case .forwardedFrom: "Doorgestuurd van {name}"
        case .repliedTo: "{name} antwoordde {other}"
        case .originalMissing: "Het oorspronkelijke bericht ontbreekt in deze chat"
        case .transcript: "Transcript"
        case .translation: "Vertaling"
        case .sentWith: "Verzonden met {effect}"
        case .photo: "Foto"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Sticker"
        case .voice: "Spraakbericht"
        case .audio: "Audio"
        case .videoNote: "Videobericht"
        case .file: "Bestand"
        case .app: "App"
        case .contact: "Contact"
        case .location: "Locatie"
        case .liveLocation: "Live locatie"
        case .link: "Link"
        case .poll: "Peiling"
        case .payment: "Betaling"
        case .voiceCall: "Spraakoproep"
        case .videoCall: "Videogesprek"
        case .missedVoiceCall: "Gemiste spraakoproep"
        case .missedVideoCall: "Gemist videogesprek"
        case .incomingVoiceCall: "Inkomende spraakoproep"
        case .incomingVideoCall: "Inkomend videogesprek"
        case .outgoingVoiceCall: "Uitgaande spraakoproep"
        case .outgoingVideoCall: "Uitgaand videogesprek"
        case .declined: "Geweigerd"
        case .busy: "In gesprek"
        case .unanswered: "Niet opgenomen"
        case .callFailed: "Oproep mislukt"
        case .finalResults: "Eindresultaat"
        case .yourChoice: "jouw keuze"
        case .paymentSent: "Betaling verzonden"
        case .paymentReceived: "Betaling ontvangen"
        case .redactedPhoto: "Zwartgelakte foto"
        case .redactedVideo: "Zwartgelakte video"
        case .redactedGIF: "Zwartgelakte gif"
        case .redactedSticker: "Zwartgelakte sticker"
        case .redactedVoice: "Zwartgelakt spraakbericht"
        case .redactedAudio: "Zwartgelakte audio"
        case .redactedVideoNote: "Zwartgelakt videobericht"
        case .redactedFile: "Zwartgelakt bestand"
        case .redactedContact: "Zwartgelakt contact"
        case .redactedLocation: "Zwartgelakte locatie"
        case .redactedCard: "Zwartgelakte kaart"
        case .redactedPoll: "Zwartgelakte peiling"
        case .redactedCall: "Zwartgelakte oproep"
        case .redactedPayment: "Zwartgelakte betaling"
        case .redactedLink: "Zwartgelakte link"
        case .notAvailable: "Niet beschikbaar"
        case .notStated: "niet vermeld"
        case .unsupported: "Niet-ondersteund bericht: {kind}"
        case .you: "Jij"
        case .typing: "Aan het typen…"
        case .unread: "Ongelezen berichten"
        case .lastTwo: "{a} en {b}"
        case .comma: ", "
        case .hours: "{n} u"
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} stem", other: "{n} stemmen")
        case .voters: PluralForms(one: "{n} stemmer", other: "{n} stemmers")
        case .replies: PluralForms(one: "{n} antwoord", other: "{n} antwoorden")
        case .photos: PluralForms(one: "{n} foto", other: "{n} foto’s")
        case .unread: PluralForms(one: "{n} ongelezen bericht", other: "{n} ongelezen berichten")
        case .more: PluralForms(other: "nog {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Er is een lid toegevoegd", by: "{actor} heeft een lid toegevoegd",
                both: "{actor} heeft {targets} toegevoegd", on: "Toegevoegd: {targets}")
        case .memberJoined: SystemSentence("Er is een lid bijgekomen", by: "{actor} doet nu mee")
        case .memberLeft:
            SystemSentence("Een lid heeft de groep verlaten", by: "{actor} heeft de groep verlaten")
        case .memberRemoved:
            SystemSentence(
                "Er is een lid verwijderd", by: "{actor} heeft een lid verwijderd",
                both: "{actor} heeft {targets} verwijderd", on: "Verwijderd: {targets}")
        case .adminAdded:
            SystemSentence(
                "Er is een beheerder benoemd", by: "{actor} heeft een beheerder benoemd",
                both: "{actor} heeft {targets} beheerder gemaakt", on: "Nu beheerder: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Een beheerder is ontheven", by: "{actor} heeft een beheerder ontheven",
                both: "{actor} heeft {targets} als beheerder ontheven",
                on: "Geen beheerder meer: {targets}")
        case .adminChanged:
            SystemSentence(
                "De beheerders zijn gewijzigd", by: "{actor} heeft de beheerders gewijzigd")
        case .groupCreated:
            SystemSentence("De groep is gemaakt", by: "{actor} heeft de groep gemaakt")
        case .channelCreated:
            SystemSentence("Het kanaal is gemaakt", by: "{actor} heeft het kanaal gemaakt")
        case .titleChanged:
            SystemSentence(
                "De naam van de chat is gewijzigd",
                by: "{actor} heeft de naam van de chat gewijzigd")
        case .photoChanged:
            SystemSentence("De foto is gewijzigd", by: "{actor} heeft de foto gewijzigd")
        case .photoRemoved:
            SystemSentence("De foto is verwijderd", by: "{actor} heeft de foto verwijderd")
        case .topicChanged:
            SystemSentence(
                "Het onderwerp is gewijzigd", by: "{actor} heeft het onderwerp gewijzigd")
        case .descriptionChanged:
            SystemSentence(
                "De beschrijving is gewijzigd", by: "{actor} heeft de beschrijving gewijzigd")
        case .settingsChanged:
            SystemSentence(
                "De instellingen zijn gewijzigd", by: "{actor} heeft de instellingen gewijzigd")
        case .numberChanged:
            SystemSentence(
                "Een telefoonnummer is gewijzigd", by: "{actor} heeft een nieuw telefoonnummer")
        case .nameChanged:
            SystemSentence("Een naam is gewijzigd", by: "{actor} heeft een nieuwe naam")
        case .securityCodeChanged:
            SystemSentence(
                "Een beveiligingscode is gewijzigd",
                by: "De beveiligingscode met {actor} is gewijzigd",
                on: "De beveiligingscode met {targets} is gewijzigd")
        case .encryption:
            SystemSentence(
                "Berichten en oproepen zijn end-to-end versleuteld",
                by: "{actor}: berichten en oproepen zijn end-to-end versleuteld")
        case .timerChanged:
            SystemSentence(
                "De tijd voor verdwijnende berichten is gewijzigd",
                by: "{actor} heeft de tijd voor verdwijnende berichten gewijzigd")
        case .blocked:
            SystemSentence(
                "Het contact is geblokkeerd", by: "{actor} heeft het contact geblokkeerd",
                both: "{actor} heeft {targets} geblokkeerd", on: "Geblokkeerd: {targets}")
        case .unblocked:
            SystemSentence(
                "Het contact is gedeblokkeerd", by: "{actor} heeft het contact gedeblokkeerd",
                both: "{actor} heeft {targets} gedeblokkeerd", on: "Gedeblokkeerd: {targets}")
        case .business:
            SystemSentence("Dit is een zakelijk account", by: "{actor} is een zakelijk account")
        case .pinned:
            SystemSentence(
                "Er is een bericht vastgemaakt", by: "{actor} heeft een bericht vastgemaakt")
        case .unpinned:
            SystemSentence(
                "Er is een bericht losgemaakt", by: "{actor} heeft een bericht losgemaakt")
        case .call:
            SystemSentence("Er is een oproep gestart", by: "{actor} heeft een oproep gestart")
        case .themeChanged:
            SystemSentence("Het thema is gewijzigd", by: "{actor} heeft het thema gewijzigd")
        case .screenshot:
            SystemSentence(
                "Er is een schermafbeelding gemaakt",
                by: "{actor} heeft een schermafbeelding gemaakt")
        case .migrated:
            SystemSentence("De groep is uitgebreid", by: "{actor} heeft de groep uitgebreid")
        case .archived:
            SystemSentence("De chat is gearchiveerd", by: "{actor} heeft de chat gearchiveerd")
        case .threadCreated:
            SystemSentence("Er is een thread gestart", by: "{actor} heeft een thread gestart")
        case .payment:
            SystemSentence(
                "Er is een betaling verzonden", by: "{actor} heeft een betaling verzonden")
        case .gift:
            SystemSentence("Er is een cadeau verzonden", by: "{actor} heeft een cadeau verzonden")
        case .boost: SystemSentence("De chat is geboost", by: "{actor} heeft de chat geboost")
        case .game: SystemSentence("Er is een spel gespeeld", by: "{actor} heeft een spel gespeeld")
        case .historyCleared:
            SystemSentence("De geschiedenis is gewist", by: "{actor} heeft de geschiedenis gewist")
        case .locationShared:
            SystemSentence("Er is een locatie gedeeld", by: "{actor} heeft een locatie gedeeld")
        case .joinedService: SystemSentence("Een contact is er nu ook", by: "{actor} is er nu ook")
        }
    }
}
