enum Italian: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Invio in corso…"
        case .sent: "Inviato"
        case .delivered: "Consegnato"
        case .read: "Letto"
        case .played: "Ascoltato"
        case .failed: "Non consegnato"
        case .continued: "continua"
        case .edited: "Modificato"
        case .deleted: "Questo messaggio è stato eliminato"
        case .deletedByMe: "Hai eliminato questo messaggio"
        case .pinned: "In evidenza"
        case .starred: "Importante"
        case .forwarded: "Inoltrato"
        case .forwardedFrom: "Inoltrato da {name}"
        case .repliedTo: "{name} ha risposto a {other}"
        case .originalMissing: "Il messaggio originale non è in questa chat"
        case .transcript: "Trascrizione"
        case .translation: "Traduzione"
        case .sentWith: "Inviato con {effect}"
        case .photo: "Foto"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Sticker"
        case .voice: "Messaggio vocale"
        case .audio: "Audio"
        case .videoNote: "Videomessaggio"
        case .file: "File"
        case .app: "App"
        case .contact: "Contatto"
        case .location: "Posizione"
        case .liveLocation: "Posizione in tempo reale"
        case .link: "Link"
        case .poll: "Sondaggio"
        case .payment: "Pagamento"
        case .voiceCall: "Chiamata vocale"
        case .videoCall: "Videochiamata"
        case .missedVoiceCall: "Chiamata vocale persa"
        case .missedVideoCall: "Videochiamata persa"
        case .incomingVoiceCall: "Chiamata vocale in arrivo"
        case .incomingVideoCall: "Videochiamata in arrivo"
        case .outgoingVoiceCall: "Chiamata vocale in uscita"
        case .outgoingVideoCall: "Videochiamata in uscita"
        case .declined: "Rifiutata"
        case .busy: "Occupato"
        case .unanswered: "Nessuna risposta"
        case .callFailed: "Chiamata non riuscita"
        case .finalResults: "Risultati finali"
        case .yourChoice: "la tua scelta"
        case .paymentSent: "Pagamento inviato"
        case .paymentReceived: "Pagamento ricevuto"
        case .redactedPhoto: "Foto oscurata"
        case .redactedVideo: "Video oscurato"
        case .redactedGIF: "GIF oscurata"
        case .redactedSticker: "Sticker oscurato"
        case .redactedVoice: "Messaggio vocale oscurato"
        case .redactedAudio: "Audio oscurato"
        case .redactedVideoNote: "Videomessaggio oscurato"
        case .redactedFile: "File oscurato"
        case .redactedContact: "Contatto oscurato"
        case .redactedLocation: "Posizione oscurata"
        case .redactedCard: "Scheda oscurata"
        case .redactedPoll: "Sondaggio oscurato"
        case .redactedCall: "Chiamata oscurata"
        case .redactedPayment: "Pagamento oscurato"
        case .redactedLink: "Link oscurato"
        case .notAvailable: "Non disponibile"
        case .notStated: "non indicata"
        case .unsupported: "Messaggio non supportato: {kind}"
        case .you: "Tu"
        case .typing: "Sta scrivendo…"
        case .unread: "Messaggi non letti"
        case .lastTwo: "{a} e {b}"
        case .comma: ", "
        case .hours: "{n} h"
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} voto", other: "{n} voti")
        case .voters: PluralForms(one: "{n} votante", other: "{n} votanti")
        case .replies: PluralForms(one: "{n} risposta", other: "{n} risposte")
        case .photos: PluralForms(other: "{n} foto")
        case .unread: PluralForms(one: "{n} messaggio non letto", other: "{n} messaggi non letti")
        case .more: PluralForms(one: "{n} altro", other: "{n} altri")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "È stato aggiunto un membro", by: "{actor} ha aggiunto un membro",
                both: "{actor} ha aggiunto {targets}", on: "Nuovi membri: {targets}")
        case .memberJoined:
            SystemSentence("Si è unito un membro", by: "{actor} fa ora parte del gruppo")
        case .memberLeft:
            SystemSentence("Un membro ha lasciato il gruppo", by: "{actor} ha lasciato il gruppo")
        case .memberRemoved:
            SystemSentence(
                "È stato rimosso un membro", by: "{actor} ha rimosso un membro",
                both: "{actor} ha rimosso {targets}", on: "Membri rimossi: {targets}")
        case .adminAdded:
            SystemSentence(
                "È stato nominato un amministratore", by: "{actor} ha nominato un amministratore",
                both: "{actor} ha nominato {targets} amministratore",
                on: "Ora amministra: {targets}")
        case .adminRemoved:
            SystemSentence(
                "È stato revocato un amministratore", by: "{actor} ha revocato un amministratore",
                both: "{actor} ha revocato {targets} come amministratore",
                on: "Non amministra più: {targets}")
        case .adminChanged:
            SystemSentence(
                "Gli amministratori sono cambiati", by: "{actor} ha cambiato gli amministratori")
        case .groupCreated:
            SystemSentence("Il gruppo è stato creato", by: "{actor} ha creato il gruppo")
        case .channelCreated:
            SystemSentence("Il canale è stato creato", by: "{actor} ha creato il canale")
        case .titleChanged:
            SystemSentence(
                "Il nome della chat è cambiato", by: "{actor} ha cambiato il nome della chat")
        case .photoChanged: SystemSentence("La foto è cambiata", by: "{actor} ha cambiato la foto")
        case .photoRemoved:
            SystemSentence("La foto è stata rimossa", by: "{actor} ha rimosso la foto")
        case .topicChanged:
            SystemSentence("L’argomento è cambiato", by: "{actor} ha cambiato l’argomento")
        case .descriptionChanged:
            SystemSentence("La descrizione è cambiata", by: "{actor} ha cambiato la descrizione")
        case .settingsChanged:
            SystemSentence(
                "Le impostazioni sono cambiate", by: "{actor} ha cambiato le impostazioni")
        case .numberChanged:
            SystemSentence(
                "Un numero di telefono è cambiato", by: "{actor} ha cambiato numero di telefono")
        case .nameChanged: SystemSentence("Un nome è cambiato", by: "{actor} ha cambiato nome")
        case .securityCodeChanged:
            SystemSentence(
                "Un codice di sicurezza è cambiato",
                by: "Il codice di sicurezza con {actor} è cambiato",
                on: "Il codice di sicurezza con {targets} è cambiato")
        case .encryption:
            SystemSentence(
                "I messaggi e le chiamate sono crittografati end-to-end",
                by: "{actor}: i messaggi e le chiamate sono crittografati end-to-end")
        case .timerChanged:
            SystemSentence(
                "La durata dei messaggi effimeri è cambiata",
                by: "{actor} ha cambiato la durata dei messaggi effimeri")
        case .blocked:
            SystemSentence(
                "Il contatto è stato bloccato", by: "{actor} ha bloccato il contatto",
                both: "{actor} ha bloccato {targets}", on: "Bloccati: {targets}")
        case .unblocked:
            SystemSentence(
                "Il contatto è stato sbloccato", by: "{actor} ha sbloccato il contatto",
                both: "{actor} ha sbloccato {targets}", on: "Sbloccati: {targets}")
        case .business:
            SystemSentence("Questo è un account business", by: "{actor} è un account business")
        case .pinned:
            SystemSentence("Un messaggio è stato fissato", by: "{actor} ha fissato un messaggio")
        case .unpinned:
            SystemSentence(
                "Un messaggio non è più fissato", by: "{actor} ha tolto un messaggio fissato")
        case .call:
            SystemSentence("È iniziata una chiamata", by: "{actor} ha iniziato una chiamata")
        case .themeChanged: SystemSentence("Il tema è cambiato", by: "{actor} ha cambiato il tema")
        case .screenshot:
            SystemSentence("È stato fatto uno screenshot", by: "{actor} ha fatto uno screenshot")
        case .migrated:
            SystemSentence("Il gruppo è stato ampliato", by: "{actor} ha ampliato il gruppo")
        case .archived:
            SystemSentence("La chat è stata archiviata", by: "{actor} ha archiviato la chat")
        case .threadCreated:
            SystemSentence(
                "È stata aperta una discussione", by: "{actor} ha aperto una discussione")
        case .payment:
            SystemSentence("È stato inviato un pagamento", by: "{actor} ha inviato un pagamento")
        case .gift: SystemSentence("È stato inviato un regalo", by: "{actor} ha inviato un regalo")
        case .boost:
            SystemSentence("La chat è stata potenziata", by: "{actor} ha potenziato la chat")
        case .game:
            SystemSentence("È stata giocata una partita", by: "{actor} ha giocato una partita")
        case .historyCleared:
            SystemSentence(
                "La cronologia è stata cancellata", by: "{actor} ha cancellato la cronologia")
        case .locationShared:
            SystemSentence(
                "È stata condivisa una posizione", by: "{actor} ha condiviso una posizione")
        case .joinedService: SystemSentence("Un contatto è arrivato", by: "{actor} ora è qui")
        }
    }
}
