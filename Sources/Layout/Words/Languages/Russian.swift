enum Russian: Vocabulary {
    static let plurals = PluralRule.eastSlavic

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Отправляется…"
        case .sent: "Отправлено"
        case .delivered: "Доставлено"
        case .read: "Прочитано"
        case .played: "Прослушано"
        case .failed: "Не доставлено"
        case .continued: "продолжение"
        case .edited: "Изменено"
        case .deleted: "Это сообщение удалено"
        case .deletedByMe: "Вы удалили это сообщение"
        case .pinned: "Закреплено"
        case .starred: "Избранное"
        case .forwarded: "Переслано"
        case .forwardedFrom: "Переслано от {name}"
        case .repliedTo: "{name} — ответ на сообщение {other}"
        case .originalMissing: "Исходного сообщения нет в этом чате"
        case .transcript: "Расшифровка"
        case .translation: "Перевод"
        case .sentWith: "Отправлено с эффектом: {effect}"
        case .photo: "Фото"
        case .video: "Видео"
        case .gif: "GIF"
        case .sticker: "Стикер"
        case .voice: "Голосовое сообщение"
        case .audio: "Аудио"
        case .videoNote: "Видеосообщение"
        case .file: "Файл"
        case .app: "Приложение"
        case .contact: "Контакт"
        case .location: "Геопозиция"
        case .liveLocation: "Геопозиция в реальном времени"
        case .link: "Ссылка"
        case .poll: "Опрос"
        case .payment: "Платёж"
        case .voiceCall: "Аудиозвонок"
        case .videoCall: "Видеозвонок"
        case .missedVoiceCall: "Пропущенный аудиозвонок"
        case .missedVideoCall: "Пропущенный видеозвонок"
        case .incomingVoiceCall: "Входящий аудиозвонок"
        case .incomingVideoCall: "Входящий видеозвонок"
        case .outgoingVoiceCall: "Исходящий аудиозвонок"
        case .outgoingVideoCall: "Исходящий видеозвонок"
        case .declined: "Отклонён"
        case .busy: "Занято"
        case .unanswered: "Нет ответа"
        case .callFailed: "Не удалось позвонить"
        case .finalResults: "Окончательные результаты"
        case .yourChoice: "ваш выбор"
        case .paymentSent: "Платёж отправлен"
        case .paymentReceived: "Платёж получен"
        case .redactedPhoto: "Скрытое фото"
        case .redactedVideo: "Скрытое видео"
        case .redactedGIF: "Скрытый GIF"
        case .redactedSticker: "Скрытый стикер"
        case .redactedVoice: "Скрытое голосовое сообщение"
        case .redactedAudio: "Скрытое аудио"
        case .redactedVideoNote: "Скрытое видеосообщение"
        case .redactedFile: "Скрытый файл"
        case .redactedContact: "Скрытый контакт"
        case .redactedLocation: "Скрытая геопозиция"
        case .redactedCard: "Скрытая карточка"
        case .redactedPoll: "Скрытый опрос"
        case .redactedCall: "Скрытый звонок"
        case .redactedPayment: "Скрытый платёж"
        case .redactedLink: "Скрытая ссылка"
        case .notAvailable: "Недоступно"
        case .notStated: "не указана"
        case .unsupported: "Неподдерживаемое сообщение: {kind}"
        case .you: "Вы"
        case .typing: "Печатает…"
        case .unread: "Непрочитанные сообщения"
        case .lastTwo: "{a} и {b}"
        case .comma: ", "
        case .hours: "{n} ч"
        case .minutes: "{n} мин"
        case .seconds: "{n} с"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} голос", few: "{n} голоса", other: "{n} голосов")
        case .voters: PluralForms(one: "{n} проголосовавший", other: "{n} проголосовавших")
        case .replies: PluralForms(one: "{n} ответ", few: "{n} ответа", other: "{n} ответов")
        case .photos: PluralForms(other: "{n} фото")
        case .unread:
            PluralForms(
                one: "{n} непрочитанное сообщение", few: "{n} непрочитанных сообщения",
                other: "{n} непрочитанных сообщений")
        case .more: PluralForms(other: "ещё {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Добавлен участник", by: "{actor} добавил(а) участника",
                both: "{actor} добавил(а): {targets}", on: "Добавлены: {targets}")
        case .memberJoined: SystemSentence("Новый участник в чате", by: "{actor} теперь в чате")
        case .memberLeft: SystemSentence("Участник покинул чат", by: "{actor} больше не в чате")
        case .memberRemoved:
            SystemSentence(
                "Участник удалён", by: "{actor} удалил(а) участника",
                both: "{actor} удалил(а): {targets}", on: "Удалены: {targets}")
        case .adminAdded:
            SystemSentence(
                "Назначен администратор", by: "{actor} назначил(а) администратора",
                both: "{actor} назначил(а) администратором: {targets}",
                on: "Теперь администратор: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Администратор снят", by: "{actor} снял(а) администратора",
                both: "{actor} снял(а) администратора: {targets}",
                on: "Больше не администратор: {targets}")
        case .adminChanged:
            SystemSentence("Изменены администраторы", by: "{actor} изменил(а) администраторов")
        case .groupCreated: SystemSentence("Группа создана", by: "{actor} создал(а) группу")
        case .channelCreated: SystemSentence("Канал создан", by: "{actor} создал(а) канал")
        case .titleChanged:
            SystemSentence("Название чата изменено", by: "{actor} изменил(а) название чата")
        case .photoChanged: SystemSentence("Фото изменено", by: "{actor} изменил(а) фото")
        case .photoRemoved: SystemSentence("Фото удалено", by: "{actor} удалил(а) фото")
        case .topicChanged: SystemSentence("Тема изменена", by: "{actor} изменил(а) тему")
        case .descriptionChanged:
            SystemSentence("Описание изменено", by: "{actor} изменил(а) описание")
        case .settingsChanged:
            SystemSentence("Настройки изменены", by: "{actor} изменил(а) настройки")
        case .numberChanged:
            SystemSentence("Изменился номер телефона", by: "{actor} сменил(а) номер телефона")
        case .nameChanged: SystemSentence("Изменилось имя", by: "{actor} сменил(а) имя")
        case .securityCodeChanged:
            SystemSentence(
                "Изменился код безопасности",
                by: "Изменился код безопасности: {actor}",
                on: "Изменился код безопасности: {targets}")
        case .encryption:
            SystemSentence(
                "Сообщения и звонки защищены сквозным шифрованием",
                by: "{actor}: сообщения и звонки защищены сквозным шифрованием")
        case .timerChanged:
            SystemSentence(
                "Изменён таймер исчезающих сообщений",
                by: "{actor} изменил(а) таймер исчезающих сообщений")
        case .blocked:
            SystemSentence(
                "Контакт заблокирован", by: "{actor} заблокировал(а) контакт",
                both: "{actor} заблокировал(а): {targets}", on: "Заблокированы: {targets}")
        case .unblocked:
            SystemSentence(
                "Контакт разблокирован", by: "{actor} разблокировал(а) контакт",
                both: "{actor} разблокировал(а): {targets}", on: "Разблокированы: {targets}")
        case .business: SystemSentence("Это бизнес-аккаунт", by: "{actor} — бизнес-аккаунт")
        case .pinned: SystemSentence("Сообщение закреплено", by: "{actor} закрепил(а) сообщение")
        case .unpinned: SystemSentence("Сообщение откреплено", by: "{actor} открепил(а) сообщение")
        case .call: SystemSentence("Начат звонок", by: "{actor} начал(а) звонок")
        case .themeChanged:
            SystemSentence("Оформление чата изменено", by: "{actor} изменил(а) оформление чата")
        case .screenshot:
            SystemSentence("Сделан снимок экрана", by: "{actor} сделал(а) снимок экрана")
        case .migrated: SystemSentence("Группа расширена", by: "{actor} расширил(а) группу")
        case .archived: SystemSentence("Чат в архиве", by: "{actor} отправил(а) чат в архив")
        case .threadCreated: SystemSentence("Начата ветка", by: "{actor} начал(а) ветку")
        case .payment: SystemSentence("Отправлен платёж", by: "{actor} отправил(а) платёж")
        case .gift: SystemSentence("Отправлен подарок", by: "{actor} отправил(а) подарок")
        case .boost: SystemSentence("Чат получил буст", by: "{actor} дал(а) чату буст")
        case .game: SystemSentence("Сыграна игра", by: "{actor} сыграл(а) в игру")
        case .historyCleared: SystemSentence("История очищена", by: "{actor} очистил(а) историю")
        case .locationShared:
            SystemSentence("Отправлена геопозиция", by: "{actor} поделился(-ась) геопозицией")
        case .joinedService: SystemSentence("Контакт присоединился", by: "{actor} теперь здесь")
        }
    }
}
