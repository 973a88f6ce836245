enum German: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Wird gesendet …"
        case .sent: "Gesendet"
        case .delivered: "Zugestellt"
        case .read: "Gelesen"
        case .played: "Abgespielt"
        case .failed: "Nicht zugestellt"
        case .continued: "Fortsetzung"
        case .edited: "Bearbeitet"
        case .deleted: "Diese Nachricht wurde gelöscht"
        case .deletedByMe: "Du hast diese Nachricht gelöscht"
        case .pinned: "Angeheftet"
        case .starred: "Markiert"
        case .forwarded: "Weitergeleitet"
        case .forwardedFrom: "Weitergeleitet von {name}"
        case .repliedTo: "{name} antwortete {other}"
        case .originalMissing: "Die ursprüngliche Nachricht fehlt in diesem Chat"
        case .transcript: "Transkript"
        case .translation: "Übersetzung"
        case .sentWith: "Gesendet mit {effect}"
        case .photo: "Foto"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Sticker"
        case .voice: "Sprachnachricht"
        case .audio: "Audio"
        case .videoNote: "Videonachricht"
        case .file: "Datei"
        case .app: "App"
        case .contact: "Kontakt"
        case .location: "Standort"
        case .liveLocation: "Live-Standort"
        case .link: "Link"
        case .poll: "Umfrage"
        case .payment: "Zahlung"
        case .voiceCall: "Sprachanruf"
        case .videoCall: "Videoanruf"
        case .missedVoiceCall: "Verpasster Sprachanruf"
        case .missedVideoCall: "Verpasster Videoanruf"
        case .incomingVoiceCall: "Eingehender Sprachanruf"
        case .incomingVideoCall: "Eingehender Videoanruf"
        case .outgoingVoiceCall: "Ausgehender Sprachanruf"
        case .outgoingVideoCall: "Ausgehender Videoanruf"
        case .declined: "Abgelehnt"
        case .busy: "Besetzt"
        case .unanswered: "Keine Antwort"
        case .callFailed: "Anruf fehlgeschlagen"
        case .finalResults: "Endergebnis"
        case .yourChoice: "deine Wahl"
        case .paymentSent: "Zahlung gesendet"
        case .paymentReceived: "Zahlung erhalten"
        case .redactedPhoto: "Geschwärztes Foto"
        case .redactedVideo: "Geschwärztes Video"
        case .redactedGIF: "Geschwärztes GIF"
        case .redactedSticker: "Geschwärzter Sticker"
        case .redactedVoice: "Geschwärzte Sprachnachricht"
        case .redactedAudio: "Geschwärzte Audiodatei"
        case .redactedVideoNote: "Geschwärzte Videonachricht"
        case .redactedFile: "Geschwärzte Datei"
        case .redactedContact: "Geschwärzter Kontakt"
        case .redactedLocation: "Geschwärzter Standort"
        case .redactedCard: "Geschwärzte Karte"
        case .redactedPoll: "Geschwärzte Umfrage"
        case .redactedCall: "Geschwärzter Anruf"
        case .redactedPayment: "Geschwärzte Zahlung"
        case .redactedLink: "Geschwärzter Link"
        case .notAvailable: "Nicht verfügbar"
        case .notStated: "nicht angegeben"
        case .unsupported: "Nicht unterstützte Nachricht: {kind}"
        case .you: "Du"
        case .typing: "Schreibt…"
        case .unread: "Ungelesene Nachrichten"
        case .lastTwo: "{a} und {b}"
        case .comma: ", "
        case .hours: "{n} Std."
        case .minutes: "{n} Min."
        case .seconds: "{n} Sek."
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} Stimme", other: "{n} Stimmen")
        case .voters: PluralForms(other: "{n} Teilnehmer")
        case .replies: PluralForms(one: "{n} Antwort", other: "{n} Antworten")
        case .photos: PluralForms(one: "{n} Foto", other: "{n} Fotos")
        case .unread:
            PluralForms(one: "{n} ungelesene Nachricht", other: "{n} ungelesene Nachrichten")
        case .more: PluralForms(other: "{n} weitere")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Ein Mitglied wurde hinzugefügt", by: "{actor} hat ein Mitglied hinzugefügt",
                both: "{actor} hat {targets} hinzugefügt", on: "Hinzugefügt: {targets}")
        case .memberJoined:
            SystemSentence("Ein Mitglied ist beigetreten", by: "{actor} ist beigetreten")
        case .memberLeft:
            SystemSentence(
                "Ein Mitglied hat die Gruppe verlassen", by: "{actor} hat die Gruppe verlassen")
        case .memberRemoved:
            SystemSentence(
                "Ein Mitglied wurde entfernt", by: "{actor} hat ein Mitglied entfernt",
                both: "{actor} hat {targets} entfernt", on: "Entfernt: {targets}")
        case .adminAdded:
            SystemSentence(
                "Ein Admin wurde ernannt", by: "{actor} hat einen Admin ernannt",
                both: "{actor} hat {targets} zum Admin gemacht", on: "Jetzt Admin: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Ein Admin wurde abgesetzt", by: "{actor} hat einen Admin abgesetzt",
                both: "{actor} hat {targets} als Admin abgesetzt", on: "Kein Admin mehr: {targets}")
        case .adminChanged:
            SystemSentence("Die Admins haben sich geändert", by: "{actor} hat die Admins geändert")
        case .groupCreated:
            SystemSentence("Die Gruppe wurde erstellt", by: "{actor} hat die Gruppe erstellt")
        case .channelCreated:
            SystemSentence("Der Kanal wurde erstellt", by: "{actor} hat den Kanal erstellt")
        case .titleChanged:
            SystemSentence(
                "Der Name des Chats wurde geändert", by: "{actor} hat den Namen des Chats geändert")
        case .photoChanged:
            SystemSentence("Das Bild wurde geändert", by: "{actor} hat das Bild geändert")
        case .photoRemoved:
            SystemSentence("Das Bild wurde entfernt", by: "{actor} hat das Bild entfernt")
        case .topicChanged:
            SystemSentence("Das Thema wurde geändert", by: "{actor} hat das Thema geändert")
        case .descriptionChanged:
            SystemSentence(
                "Die Beschreibung wurde geändert", by: "{actor} hat die Beschreibung geändert")
        case .settingsChanged:
            SystemSentence(
                "Die Einstellungen wurden geändert", by: "{actor} hat die Einstellungen geändert")
        case .numberChanged:
            SystemSentence(
                "Eine Telefonnummer hat sich geändert", by: "{actor} hat eine neue Telefonnummer")
        case .nameChanged:
            SystemSentence("Ein Name hat sich geändert", by: "{actor} hat einen neuen Namen")
        case .securityCodeChanged:
            SystemSentence(
                "Eine Sicherheitsnummer hat sich geändert",
                by: "Die Sicherheitsnummer mit {actor} hat sich geändert",
                on: "Die Sicherheitsnummer mit {targets} hat sich geändert")
        case .encryption:
            SystemSentence(
                "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt",
                by: "{actor}: Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt")
        case .timerChanged:
            SystemSentence(
                "Die Zeit für verschwindende Nachrichten wurde geändert",
                by: "{actor} hat die Zeit für verschwindende Nachrichten geändert")
        case .blocked:
            SystemSentence(
                "Der Kontakt wurde blockiert", by: "{actor} hat den Kontakt blockiert",
                both: "{actor} hat {targets} blockiert", on: "Blockiert: {targets}")
        case .unblocked:
            SystemSentence(
                "Der Kontakt wurde freigegeben", by: "{actor} hat den Kontakt freigegeben",
                both: "{actor} hat {targets} freigegeben", on: "Freigegeben: {targets}")
        case .business:
            SystemSentence(
                "Dies ist ein Unternehmenskonto", by: "{actor} ist ein Unternehmenskonto")
        case .pinned:
            SystemSentence(
                "Eine Nachricht wurde angeheftet", by: "{actor} hat eine Nachricht angeheftet")
        case .unpinned:
            SystemSentence("Eine Nachricht wurde gelöst", by: "{actor} hat eine Nachricht gelöst")
        case .call:
            SystemSentence("Ein Anruf wurde gestartet", by: "{actor} hat einen Anruf gestartet")
        case .themeChanged:
            SystemSentence("Das Design wurde geändert", by: "{actor} hat das Design geändert")
        case .screenshot:
            SystemSentence(
                "Ein Bildschirmfoto wurde gemacht", by: "{actor} hat ein Bildschirmfoto gemacht")
        case .migrated:
            SystemSentence("Die Gruppe wurde erweitert", by: "{actor} hat die Gruppe erweitert")
        case .archived:
            SystemSentence("Der Chat wurde archiviert", by: "{actor} hat den Chat archiviert")
        case .threadCreated:
            SystemSentence("Ein Thread wurde begonnen", by: "{actor} hat einen Thread begonnen")
        case .payment:
            SystemSentence("Eine Zahlung wurde gesendet", by: "{actor} hat eine Zahlung gesendet")
        case .gift:
            SystemSentence("Ein Geschenk wurde gesendet", by: "{actor} hat ein Geschenk gesendet")
        case .boost:
            SystemSentence("Der Chat wurde geboostet", by: "{actor} hat den Chat geboostet")
        case .game: SystemSentence("Ein Spiel wurde gespielt", by: "{actor} hat ein Spiel gespielt")
        case .historyCleared:
            SystemSentence("Der Verlauf wurde gelöscht", by: "{actor} hat den Verlauf gelöscht")
        case .locationShared:
            SystemSentence("Ein Standort wurde geteilt", by: "{actor} hat einen Standort geteilt")
        case .joinedService:
            SystemSentence("Ein Kontakt ist jetzt hier", by: "{actor} ist jetzt hier")
        }
    }
}
