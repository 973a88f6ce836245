enum French: Vocabulary {
    static let plurals = PluralRule.zeroAndOne

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Envoi…"
        case .sent: "Envoyé"
        case .delivered: "Distribué"
        case .read: "Lu"
        case .played: "Écouté"
        case .failed: "Non distribué"
        case .continued: "suite"
        case .edited: "Modifié"
        case .deleted: "Ce message a été supprimé"
        case .deletedByMe: "Vous avez supprimé ce message"
        case .pinned: "Épinglé"
        case .starred: "Important"
        case .forwarded: "Transféré"
        case .forwardedFrom: "Transféré de {name}"
        case .repliedTo: "{name} a répondu à {other}"
        case .originalMissing: "Le message d’origine manque dans cette discussion"
        case .transcript: "Transcription"
        case .translation: "Traduction"
        case .sentWith: "Envoyé avec {effect}"
        case .photo: "Photo"
        case .video: "Vidéo"
        case .gif: "GIF"
        case .sticker: "Autocollant"
        case .voice: "Message vocal"
        case .audio: "Audio"
        case .videoNote: "Message vidéo"
        case .file: "Fichier"
        case .app: "Application"
        case .contact: "Contact"
        case .location: "Position"
        case .liveLocation: "Position en direct"
        case .link: "Lien"
        case .poll: "Sondage"
        case .payment: "Paiement"
        case .voiceCall: "Appel vocal"
        case .videoCall: "Appel vidéo"
        case .missedVoiceCall: "Appel vocal manqué"
        case .missedVideoCall: "Appel vidéo manqué"
        case .incomingVoiceCall: "Appel vocal entrant"
        case .incomingVideoCall: "Appel vidéo entrant"
        case .outgoingVoiceCall: "Appel vocal sortant"
        case .outgoingVideoCall: "Appel vidéo sortant"
        case .declined: "Refusé"
        case .busy: "Occupé"
        case .unanswered: "Pas de réponse"
        case .callFailed: "Échec de l’appel"
        case .finalResults: "Résultats définitifs"
        case .yourChoice: "votre choix"
        case .paymentSent: "Paiement envoyé"
        case .paymentReceived: "Paiement reçu"
        case .redactedPhoto: "Photo caviardée"
        case .redactedVideo: "Vidéo caviardée"
        case .redactedGIF: "GIF caviardé"
        case .redactedSticker: "Sticker caviardé"
        case .redactedVoice: "Message vocal caviardé"
        case .redactedAudio: "Audio caviardé"
        case .redactedVideoNote: "Message vidéo caviardé"
        case .redactedFile: "Fichier caviardé"
        case .redactedContact: "Contact caviardé"
        case .redactedLocation: "Position caviardée"
        case .redactedCard: "Carte caviardée"
        case .redactedPoll: "Sondage caviardé"
        case .redactedCall: "Appel caviardé"
        case .redactedPayment: "Paiement caviardé"
        case .redactedLink: "Lien caviardé"
        case .notAvailable: "Non disponible"
        case .notStated: "non indiquée"
        case .unsupported: "Message non pris en charge : {kind}"
        case .you: "Vous"
        case .typing: "Écrit…"
        case .unread: "Messages non lus"
        case .lastTwo: "{a} et {b}"
        case .comma: ", "
        case .hours: "{n} h"
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} vote", other: "{n} votes")
        case .voters: PluralForms(one: "{n} votant", other: "{n} votants")
        case .replies: PluralForms(one: "{n} réponse", other: "{n} réponses")
        case .photos: PluralForms(one: "{n} photo", other: "{n} photos")
        case .unread: PluralForms(one: "{n} message non lu", other: "{n} messages non lus")
        case .more: PluralForms(one: "{n} autre", other: "{n} autres")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Un membre a été ajouté", by: "{actor} a ajouté un membre",
                both: "{actor} a ajouté {targets}", on: "Ajouts : {targets}")
        case .memberJoined:
            SystemSentence("Un membre a rejoint le groupe", by: "{actor} a rejoint le groupe")
        case .memberLeft:
            SystemSentence("Un membre a quitté le groupe", by: "{actor} a quitté le groupe")
        case .memberRemoved:
            SystemSentence(
                "Un membre a été retiré", by: "{actor} a retiré un membre",
                both: "{actor} a retiré {targets}", on: "Retraits : {targets}")
        case .adminAdded:
            SystemSentence(
                "Un admin a été nommé", by: "{actor} a nommé un admin",
                both: "{actor} a nommé {targets} admin", on: "Nouvel admin : {targets}")
        case .adminRemoved:
            SystemSentence(
                "Un admin a été démis", by: "{actor} a démis un admin",
                both: "{actor} a retiré le rôle d’admin à {targets}",
                on: "N’est plus admin : {targets}")
        case .adminChanged:
            SystemSentence("Les admins ont changé", by: "{actor} a changé les admins")
        case .groupCreated: SystemSentence("Le groupe a été créé", by: "{actor} a créé le groupe")
        case .channelCreated: SystemSentence("Le canal a été créé", by: "{actor} a créé le canal")
        case .titleChanged:
            SystemSentence(
                "Le nom de la discussion a changé", by: "{actor} a changé le nom de la discussion")
        case .photoChanged: SystemSentence("La photo a changé", by: "{actor} a changé la photo")
        case .photoRemoved:
            SystemSentence("La photo a été supprimée", by: "{actor} a supprimé la photo")
        case .topicChanged: SystemSentence("Le sujet a changé", by: "{actor} a changé le sujet")
        case .descriptionChanged:
            SystemSentence("La description a changé", by: "{actor} a changé la description")
        case .settingsChanged:
            SystemSentence("Les paramètres ont changé", by: "{actor} a changé les paramètres")
        case .numberChanged:
            SystemSentence(
                "Un numéro de téléphone a changé", by: "{actor} a changé de numéro de téléphone")
        case .nameChanged: SystemSentence("Un nom a changé", by: "{actor} a changé de nom")
        case .securityCodeChanged:
            SystemSentence(
                "Un code de sécurité a changé",
                by: "Le code de sécurité avec {actor} a changé",
                on: "Le code de sécurité avec {targets} a changé")
        case .encryption:
            SystemSentence(
                "Les messages et les appels sont chiffrés de bout en bout",
                by: "{actor} : les messages et les appels sont chiffrés de bout en bout")
        case .timerChanged:
            SystemSentence(
                "La durée des messages éphémères a changé",
                by: "{actor} a changé la durée des messages éphémères")
        case .blocked:
            SystemSentence(
                "Le contact a été bloqué", by: "{actor} a bloqué le contact",
                both: "{actor} a bloqué {targets}", on: "Contact bloqué : {targets}")
        case .unblocked:
            SystemSentence(
                "Le contact a été débloqué", by: "{actor} a débloqué le contact",
                both: "{actor} a débloqué {targets}", on: "Contact débloqué : {targets}")
        case .business:
            SystemSentence(
                "Ceci est un compte professionnel", by: "{actor} est un compte professionnel")
        case .pinned: SystemSentence("Un message a été épinglé", by: "{actor} a épinglé un message")
        case .unpinned:
            SystemSentence("Un message a été désépinglé", by: "{actor} a désépinglé un message")
        case .call: SystemSentence("Un appel a commencé", by: "{actor} a lancé un appel")
        case .themeChanged: SystemSentence("Le thème a changé", by: "{actor} a changé le thème")
        case .screenshot:
            SystemSentence(
                "Une capture d’écran a été faite", by: "{actor} a fait une capture d’écran")
        case .migrated:
            SystemSentence("Le groupe a été mis à niveau", by: "{actor} a mis le groupe à niveau")
        case .archived:
            SystemSentence("La discussion a été archivée", by: "{actor} a archivé la discussion")
        case .threadCreated: SystemSentence("Un fil a été ouvert", by: "{actor} a ouvert un fil")
        case .payment:
            SystemSentence("Un paiement a été envoyé", by: "{actor} a envoyé un paiement")
        case .gift: SystemSentence("Un cadeau a été envoyé", by: "{actor} a envoyé un cadeau")
        case .boost:
            SystemSentence("La discussion a été boostée", by: "{actor} a boosté la discussion")
        case .game: SystemSentence("Une partie a été jouée", by: "{actor} a joué une partie")
        case .historyCleared:
            SystemSentence("L’historique a été effacé", by: "{actor} a effacé l’historique")
        case .locationShared:
            SystemSentence("Une position a été partagée", by: "{actor} a partagé une position")
        case .joinedService:
            SystemSentence("Un contact est arrivé", by: "{actor} est maintenant ici")
        }
    }
}
