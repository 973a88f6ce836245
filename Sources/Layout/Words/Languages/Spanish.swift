enum Spanish: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Enviando…"
        case .sent: "Enviado"
        case .delivered: "Entregado"
        case .read: "Leído"
        case .played: "Reproducido"
        case .failed: "No entregado"
        case .continued: "continuación"
        case .edited: "Editado"
        case .deleted: "Este mensaje fue eliminado"
        case .deletedByMe: "Eliminaste este mensaje"
        case .pinned: "Fijado"
        case .starred: "Destacado"
        case .forwarded: "Reenviado"
        case .forwardedFrom: "Reenviado de {name}"
        case .repliedTo: "{name} respondió a {other}"
        case .originalMissing: "El mensaje original no está en este chat"
        case .transcript: "Transcripción"
        case .translation: "Traducción"
        case .sentWith: "Enviado con {effect}"
        case .photo: "Foto"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Sticker"
        case .voice: "Mensaje de voz"
        case .audio: "Audio"
        case .videoNote: "Videomensaje"
        case .file: "Archivo"
        case .app: "Aplicación"
        case .contact: "Contacto"
        case .location: "Ubicación"
        case .liveLocation: "Ubicación en tiempo real"
        case .link: "Enlace"
        case .poll: "Encuesta"
        case .payment: "Pago"
        case .voiceCall: "Llamada de voz"
        case .videoCall: "Videollamada"
        case .missedVoiceCall: "Llamada de voz perdida"
        case .missedVideoCall: "Videollamada perdida"
        case .incomingVoiceCall: "Llamada de voz entrante"
        case .incomingVideoCall: "Videollamada entrante"
        case .outgoingVoiceCall: "Llamada de voz saliente"
        case .outgoingVideoCall: "Videollamada saliente"
        case .declined: "Rechazada"
        case .busy: "Línea ocupada"
        case .unanswered: "Sin respuesta"
        case .callFailed: "La llamada falló"
        case .finalResults: "Resultados finales"
        case .yourChoice: "tu elección"
        case .paymentSent: "Pago enviado"
        case .paymentReceived: "Pago recibido"
        case .redactedPhoto: "Foto tachada"
        case .redactedVideo: "Vídeo tachado"
        case .redactedGIF: "GIF tachado"
        case .redactedSticker: "Sticker tachado"
        case .redactedVoice: "Mensaje de voz tachado"
        case .redactedAudio: "Audio tachado"
        case .redactedVideoNote: "Videomensaje tachado"
        case .redactedFile: "Archivo tachado"
        case .redactedContact: "Contacto tachado"
        case .redactedLocation: "Ubicación tachada"
        case .redactedCard: "Tarjeta tachada"
        case .redactedPoll: "Encuesta tachada"
        case .redactedCall: "Llamada tachada"
        case .redactedPayment: "Pago tachado"
        case .redactedLink: "Enlace tachado"
        case .notAvailable: "No disponible"
        case .notStated: "sin indicar"
        case .unsupported: "Mensaje no compatible: {kind}"
        case .you: "Tú"
        case .typing: "Escribiendo…"
        case .unread: "Mensajes no leídos"
        case .lastTwo: "{a} y {b}"
        case .comma: ", "
        case .hours: "{n} h"
        case .minutes: "{n} min"
        case .seconds: "{n} s"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} voto", other: "{n} votos")
        case .voters: PluralForms(one: "{n} votante", other: "{n} votantes")
        case .replies: PluralForms(one: "{n} respuesta", other: "{n} respuestas")
        case .photos: PluralForms(one: "{n} foto", other: "{n} fotos")
        case .unread: PluralForms(one: "{n} mensaje no leído", other: "{n} mensajes no leídos")
        case .more: PluralForms(other: "{n} más")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Se añadió a un miembro", by: "{actor} añadió a un miembro",
                both: "{actor} añadió a {targets}", on: "Añadidos: {targets}")
        case .memberJoined: SystemSentence("Se unió un miembro", by: "{actor} se unió")
        case .memberLeft: SystemSentence("Un miembro salió", by: "{actor} salió")
        case .memberRemoved:
            SystemSentence(
                "Se eliminó a un miembro", by: "{actor} eliminó a un miembro",
                both: "{actor} eliminó a {targets}", on: "Eliminados: {targets}")
        case .adminAdded:
            SystemSentence(
                "Se nombró un administrador", by: "{actor} nombró un administrador",
                both: "{actor} nombró administrador a {targets}", on: "Ahora administra: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Se retiró un administrador", by: "{actor} retiró un administrador",
                both: "{actor} retiró a {targets} como administrador",
                on: "Ya no administra: {targets}")
        case .adminChanged:
            SystemSentence(
                "Cambiaron los administradores", by: "{actor} cambió los administradores")
        case .groupCreated: SystemSentence("Se creó el grupo", by: "{actor} creó el grupo")
        case .channelCreated: SystemSentence("Se creó el canal", by: "{actor} creó el canal")
        case .titleChanged:
            SystemSentence("Cambió el nombre del chat", by: "{actor} cambió el nombre del chat")
        case .photoChanged: SystemSentence("Cambió la foto", by: "{actor} cambió la foto")
        case .photoRemoved: SystemSentence("Se eliminó la foto", by: "{actor} eliminó la foto")
        case .topicChanged: SystemSentence("Cambió el tema", by: "{actor} cambió el tema")
        case .descriptionChanged:
            SystemSentence("Cambió la descripción", by: "{actor} cambió la descripción")
        case .settingsChanged:
            SystemSentence("Cambiaron los ajustes", by: "{actor} cambió los ajustes")
        case .numberChanged:
            SystemSentence(
                "Cambió un número de teléfono", by: "{actor} cambió su número de teléfono")
        case .nameChanged: SystemSentence("Cambió un nombre", by: "{actor} cambió su nombre")
        case .securityCodeChanged:
            SystemSentence(
                "Cambió un código de seguridad",
                by: "Cambió el código de seguridad con {actor}",
                on: "Cambió el código de seguridad con {targets}")
        case .encryption:
            SystemSentence(
                "Los mensajes y las llamadas están cifrados de extremo a extremo",
                by: "{actor}: los mensajes y las llamadas están cifrados de extremo a extremo")
        case .timerChanged:
            SystemSentence(
                "Cambió la duración de los mensajes temporales",
                by: "{actor} cambió la duración de los mensajes temporales")
        case .blocked:
            SystemSentence(
                "Se bloqueó el contacto", by: "{actor} bloqueó el contacto",
                both: "{actor} bloqueó a {targets}", on: "Bloqueados: {targets}")
        case .unblocked:
            SystemSentence(
                "Se desbloqueó el contacto", by: "{actor} desbloqueó el contacto",
                both: "{actor} desbloqueó a {targets}", on: "Desbloqueados: {targets}")
        case .business:
            SystemSentence("Esta es una cuenta de empresa", by: "{actor} es una cuenta de empresa")
        case .pinned: SystemSentence("Se fijó un mensaje", by: "{actor} fijó un mensaje")
        case .unpinned: SystemSentence("Se desfijó un mensaje", by: "{actor} desfijó un mensaje")
        case .call: SystemSentence("Se inició una llamada", by: "{actor} inició una llamada")
        case .themeChanged:
            SystemSentence("Cambió el fondo del chat", by: "{actor} cambió el fondo del chat")
        case .screenshot:
            SystemSentence(
                "Se hizo una captura de pantalla", by: "{actor} hizo una captura de pantalla")
        case .migrated: SystemSentence("El grupo se amplió", by: "{actor} amplió el grupo")
        case .archived: SystemSentence("El chat se archivó", by: "{actor} archivó el chat")
        case .threadCreated: SystemSentence("Se abrió un hilo", by: "{actor} abrió un hilo")
        case .payment: SystemSentence("Se envió un pago", by: "{actor} envió un pago")
        case .gift: SystemSentence("Se envió un regalo", by: "{actor} envió un regalo")
        case .boost: SystemSentence("Se impulsó el chat", by: "{actor} impulsó el chat")
        case .game: SystemSentence("Se jugó una partida", by: "{actor} jugó una partida")
        case .historyCleared:
            SystemSentence("Se borró el historial", by: "{actor} borró el historial")
        case .locationShared:
            SystemSentence("Se compartió una ubicación", by: "{actor} compartió una ubicación")
        case .joinedService: SystemSentence("Llegó un contacto", by: "{actor} ya está aquí")
        }
    }
}
