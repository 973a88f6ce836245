enum Portuguese: Vocabulary {
    static let plurals = PluralRule.zeroAndOne

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Enviando…"
        case .sent: "Enviada"
        case .delivered: "Entregue"
        case .read: "Lida"
        case .played: "Reproduzida"
        case .failed: "Não entregue"
        case .continued: "continuação"
        case .edited: "Editada"
        case .deleted: "Esta mensagem foi apagada"
        case .deletedByMe: "Você apagou esta mensagem"
        case .pinned: "Fixada"
        case .starred: "Favorita"
        case .forwarded: "Encaminhada"
        case .forwardedFrom: "Encaminhada de {name}"
        case .repliedTo: "{name} respondeu a {other}"
        case .originalMissing: "A mensagem original não está nesta conversa"
        case .transcript: "Transcrição"
        case .translation: "Tradução"
        case .sentWith: "Enviada com {effect}"
        case .photo: "Foto"
        case .video: "Vídeo"
        case .gif: "GIF"
        case .sticker: "Figurinha"
        case .voice: "Mensagem de voz"
        case .audio: "Áudio"
        case .videoNote: "Mensagem de vídeo"
        case .file: "Arquivo"
        case .app: "App"
        case .contact: "Contato"
        case .location: "Localização"
        case .liveLocation: "Localização em tempo real"
        case .link: "Link"
        case .poll: "Enquete"
        case .payment: "Pagamento"
        case .voiceCall: "Chamada de voz"
        case .videoCall: "Chamada de vídeo"
        case .missedVoiceCall: "Chamada de voz perdida"
        case .missedVideoCall: "Chamada de vídeo perdida"
        case .incomingVoiceCall: "Chamada de voz recebida"
        case .incomingVideoCall: "Chamada de vídeo recebida"
        case .outgoingVoiceCall: "Chamada de voz efetuada"
        case .outgoingVideoCall: "Chamada de vídeo efetuada"
        case .declined: "Recusada"
        case .busy: "Linha ocupada"
        case .unanswered: "Sem resposta"
        case .callFailed: "Falha na chamada"
        case .finalResults: "Resultado final"
        case .yourChoice: "sua escolha"
        case .paymentSent: "Pagamento enviado"
        case .paymentReceived: "Pagamento recebido"
        case .redactedPhoto: "Foto ocultada"
        case .redactedVideo: "Vídeo ocultado"
        case .redactedGIF: "GIF ocultado"
        case .redactedSticker: "Figurinha ocultada"
        case .redactedVoice: "Mensagem de voz ocultada"
        case .redactedAudio: "Áudio ocultado"
        case .redactedVideoNote: "Mensagem de vídeo ocultada"
        case .redactedFile: "Arquivo ocultado"
        case .redactedContact: "Contato ocultado"
        case .redactedLocation: "Localização ocultada"
        case .redactedCard: "Cartão ocultado"
        case .redactedPoll: "Enquete ocultada"
        case .redactedCall: "Chamada ocultada"
        case .redactedPayment: "Pagamento ocultado"
        case .redactedLink: "Link ocultado"
        case .notAvailable: "Não disponível"
        case .notStated: "não informada"
        case .unsupported: "Mensagem não compatível: {kind}"
        case .you: "Você"
        case .typing: "Digitando…"
        case .unread: "Mensagens não lidas"
        case .lastTwo: "{a} e {b}"
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
        case .replies: PluralForms(one: "{n} resposta", other: "{n} respostas")
        case .photos: PluralForms(one: "{n} foto", other: "{n} fotos")
        case .unread: PluralForms(one: "{n} mensagem não lida", other: "{n} mensagens não lidas")
        case .more: PluralForms(other: "mais {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Um membro foi adicionado", by: "{actor} adicionou um membro",
                both: "{actor} adicionou {targets}", on: "Adicionados: {targets}")
        case .memberJoined: SystemSentence("Um membro entrou", by: "{actor} entrou")
        case .memberLeft: SystemSentence("Um membro saiu", by: "{actor} saiu")
        case .memberRemoved:
            SystemSentence(
                "Um membro foi removido", by: "{actor} removeu um membro",
                both: "{actor} removeu {targets}", on: "Removidos: {targets}")
        case .adminAdded:
            SystemSentence(
                "Um admin foi nomeado", by: "{actor} nomeou um admin",
                both: "{actor} tornou {targets} admin", on: "Agora admin: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Um admin foi dispensado", by: "{actor} dispensou um admin",
                both: "{actor} dispensou {targets} como admin", on: "Não é mais admin: {targets}")
        case .adminChanged: SystemSentence("Os admins mudaram", by: "{actor} mudou os admins")
        case .groupCreated: SystemSentence("O grupo foi criado", by: "{actor} criou o grupo")
        case .channelCreated: SystemSentence("O canal foi criado", by: "{actor} criou o canal")
        case .titleChanged:
            SystemSentence("O nome da conversa mudou", by: "{actor} mudou o nome da conversa")
        case .photoChanged: SystemSentence("A foto mudou", by: "{actor} mudou a foto")
        case .photoRemoved: SystemSentence("A foto foi removida", by: "{actor} removeu a foto")
        case .topicChanged: SystemSentence("O tópico mudou", by: "{actor} mudou o tópico")
        case .descriptionChanged:
            SystemSentence("A descrição mudou", by: "{actor} mudou a descrição")
        case .settingsChanged:
            SystemSentence("As configurações mudaram", by: "{actor} mudou as configurações")
        case .numberChanged:
            SystemSentence("Um número de telefone mudou", by: "{actor} mudou de número de telefone")
        case .nameChanged: SystemSentence("Um nome mudou", by: "{actor} mudou de nome")
        case .securityCodeChanged:
            SystemSentence(
                "Um código de segurança mudou",
                by: "O código de segurança com {actor} mudou",
                on: "O código de segurança com {targets} mudou")
        case .encryption:
            SystemSentence(
                "As mensagens e chamadas são criptografadas de ponta a ponta",
                by: "{actor}: as mensagens e chamadas são criptografadas de ponta a ponta")
        case .timerChanged:
            SystemSentence(
                "A duração das mensagens temporárias mudou",
                by: "{actor} mudou a duração das mensagens temporárias")
        case .blocked:
            SystemSentence(
                "O contato foi bloqueado", by: "{actor} bloqueou o contato",
                both: "{actor} bloqueou {targets}", on: "Bloqueados: {targets}")
        case .unblocked:
            SystemSentence(
                "O contato foi desbloqueado", by: "{actor} desbloqueou o contato",
                both: "{actor} desbloqueou {targets}", on: "Desbloqueados: {targets}")
        case .business:
            SystemSentence("Esta é uma conta comercial", by: "{actor} é uma conta comercial")
        case .pinned: SystemSentence("Uma mensagem foi fixada", by: "{actor} fixou uma mensagem")
        case .unpinned:
            SystemSentence("Uma mensagem foi desafixada", by: "{actor} desafixou uma mensagem")
        case .call: SystemSentence("Uma chamada foi iniciada", by: "{actor} iniciou uma chamada")
        case .themeChanged: SystemSentence("O tema mudou", by: "{actor} mudou o tema")
        case .screenshot:
            SystemSentence("Uma captura de tela foi feita", by: "{actor} fez uma captura de tela")
        case .migrated: SystemSentence("O grupo foi ampliado", by: "{actor} ampliou o grupo")
        case .archived:
            SystemSentence("A conversa foi arquivada", by: "{actor} arquivou a conversa")
        case .threadCreated: SystemSentence("Uma thread foi aberta", by: "{actor} abriu uma thread")
        case .payment: SystemSentence("Um pagamento foi enviado", by: "{actor} enviou um pagamento")
        case .gift: SystemSentence("Um presente foi enviado", by: "{actor} enviou um presente")
        case .boost:
            SystemSentence("A conversa foi impulsionada", by: "{actor} impulsionou a conversa")
        case .game: SystemSentence("Um jogo foi jogado", by: "{actor} jogou um jogo")
        case .historyCleared:
            SystemSentence("O histórico foi apagado", by: "{actor} apagou o histórico")
        case .locationShared:
            SystemSentence(
                "Uma localização foi compartilhada", by: "{actor} compartilhou uma localização")
        case .joinedService: SystemSentence("Um contato chegou", by: "{actor} agora está aqui")
        }
    }
}
