enum Ukrainian: Vocabulary {
    static let plurals = PluralRule.eastSlavic

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Надсилається…"
        case .sent: "Надіслано"
        case .delivered: "Доставлено"
        case .read: "Прочитано"
        case .played: "Прослухано"
        case .failed: "Не доставлено"
        case .continued: "продовження"
        case .edited: "Змінено"
        case .deleted: "Це повідомлення видалено"
        case .deletedByMe: "Ви видалили це повідомлення"
        case .pinned: "Закріплено"
        case .starred: "Обране"
        case .forwarded: "Переслано"
        case .forwardedFrom: "Переслано від {name}"
        case .repliedTo: "{name} — відповідь на повідомлення {other}"
        case .originalMissing: "Початкового повідомлення немає в цьому чаті"
        case .transcript: "Розшифровка"
        case .translation: "Переклад"
        case .sentWith: "Надіслано з ефектом: {effect}"
        case .photo: "Фото"
        case .video: "Відео"
        case .gif: "GIF"
        case .sticker: "Наліпка"
        case .voice: "Голосове повідомлення"
        case .audio: "Аудіо"
        case .videoNote: "Відеоповідомлення"
        case .file: "Файл"
        case .app: "Застосунок"
        case .contact: "Контакт"
        case .location: "Місцеположення"
        case .liveLocation: "Місцеположення наживо"
        case .link: "Посилання"
        case .poll: "Опитування"
        case .payment: "Платіж"
        case .voiceCall: "Аудіодзвінок"
        case .videoCall: "Відеодзвінок"
        case .missedVoiceCall: "Пропущений аудіодзвінок"
        case .missedVideoCall: "Пропущений відеодзвінок"
        case .incomingVoiceCall: "Вхідний аудіодзвінок"
        case .incomingVideoCall: "Вхідний відеодзвінок"
        case .outgoingVoiceCall: "Вихідний аудіодзвінок"
        case .outgoingVideoCall: "Вихідний відеодзвінок"
        case .declined: "Відхилено"
        case .busy: "Зайнято"
        case .unanswered: "Немає відповіді"
        case .callFailed: "Не вдалося зателефонувати"
        case .finalResults: "Остаточні результати"
        case .yourChoice: "ваш вибір"
        case .paymentSent: "Платіж надіслано"
        case .paymentReceived: "Платіж отримано"
        case .redactedPhoto: "Приховане фото"
        case .redactedVideo: "Приховане відео"
        case .redactedGIF: "Прихований GIF"
        case .redactedSticker: "Прихований стікер"
        case .redactedVoice: "Приховане голосове повідомлення"
        case .redactedAudio: "Приховане аудіо"
        case .redactedVideoNote: "Приховане відеоповідомлення"
        case .redactedFile: "Прихований файл"
        case .redactedContact: "Прихований контакт"
        case .redactedLocation: "Приховане місце"
        case .redactedCard: "Прихована картка"
        case .redactedPoll: "Приховане опитування"
        case .redactedCall: "Прихований дзвінок"
        case .redactedPayment: "Прихований платіж"
        case .redactedLink: "Приховане посилання"
        case .notAvailable: "Недоступно"
        case .notStated: "не вказано"
        case .unsupported: "Непідтримуване повідомлення: {kind}"
        case .you: "Ви"
        case .typing: "Пише…"
        case .unread: "Непрочитані повідомлення"
        case .lastTwo: "{a} і {b}"
        case .comma: ", "
        case .hours: "{n} год"
        case .minutes: "{n} хв"
        case .seconds: "{n} с"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "{n} голос", few: "{n} голоси", other: "{n} голосів")
        case .voters: PluralForms(one: "{n} учасник", few: "{n} учасники", other: "{n} учасників")
        case .replies:
            PluralForms(one: "{n} відповідь", few: "{n} відповіді", other: "{n} відповідей")
        case .photos: PluralForms(other: "{n} фото")
        case .unread:
            PluralForms(
                one: "{n} непрочитане повідомлення", few: "{n} непрочитані повідомлення",
                other: "{n} непрочитаних повідомлень")
        case .more: PluralForms(other: "ще {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Додано учасника", by: "{actor} додає учасника",
                both: "{actor} додає: {targets}", on: "Додано: {targets}")
        case .memberJoined: SystemSentence("Новий учасник у чаті", by: "{actor} тепер у чаті")
        case .memberLeft: SystemSentence("Учасник залишив чат", by: "{actor} більше не в чаті")
        case .memberRemoved:
            SystemSentence(
                "Учасника вилучено", by: "{actor} вилучає учасника",
                both: "{actor} вилучає: {targets}", on: "Вилучено: {targets}")
        case .adminAdded:
            SystemSentence(
                "Призначено адміністратора", by: "{actor} призначає адміністратора",
                both: "{actor} призначає адміністратором: {targets}",
                on: "Тепер адміністратор: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Адміністратора знято", by: "{actor} знімає адміністратора",
                both: "{actor} знімає адміністратора: {targets}",
                on: "Більше не адміністратор: {targets}")
        case .adminChanged:
            SystemSentence("Змінено адміністраторів", by: "{actor} змінює адміністраторів")
        case .groupCreated: SystemSentence("Групу створено", by: "{actor} створює групу")
        case .channelCreated: SystemSentence("Канал створено", by: "{actor} створює канал")
        case .titleChanged: SystemSentence("Назву чату змінено", by: "{actor} змінює назву чату")
        case .photoChanged: SystemSentence("Фото змінено", by: "{actor} змінює фото")
        case .photoRemoved: SystemSentence("Фото видалено", by: "{actor} видаляє фото")
        case .topicChanged: SystemSentence("Тему змінено", by: "{actor} змінює тему")
        case .descriptionChanged: SystemSentence("Опис змінено", by: "{actor} змінює опис")
        case .settingsChanged:
            SystemSentence("Налаштування змінено", by: "{actor} змінює налаштування")
        case .numberChanged:
            SystemSentence("Номер телефону змінено", by: "{actor} змінює номер телефону")
        case .nameChanged: SystemSentence("Ім’я змінено", by: "{actor} змінює ім’я")
        case .securityCodeChanged:
            SystemSentence(
                "Код безпеки змінено",
                by: "Код безпеки змінено: {actor}", on: "Код безпеки змінено: {targets}")
        case .encryption:
            SystemSentence(
                "Повідомлення та дзвінки захищено наскрізним шифруванням",
                by: "{actor}: повідомлення та дзвінки захищено наскрізним шифруванням")
        case .timerChanged:
            SystemSentence(
                "Змінено таймер зникних повідомлень",
                by: "{actor} змінює таймер зникних повідомлень")
        case .blocked:
            SystemSentence(
                "Контакт заблоковано", by: "{actor} блокує контакт",
                both: "{actor} блокує: {targets}", on: "Заблоковано: {targets}")
        case .unblocked:
            SystemSentence(
                "Контакт розблоковано", by: "{actor} розблоковує контакт",
                both: "{actor} розблоковує: {targets}", on: "Розблоковано: {targets}")
        case .business: SystemSentence("Це бізнес-акаунт", by: "{actor} — бізнес-акаунт")
        case .pinned:
            SystemSentence("Повідомлення закріплено", by: "{actor} закріплює повідомлення")
        case .unpinned:
            SystemSentence("Повідомлення відкріплено", by: "{actor} відкріплює повідомлення")
        case .call: SystemSentence("Розпочато дзвінок", by: "{actor} розпочинає дзвінок")
        case .themeChanged:
            SystemSentence("Оформлення чату змінено", by: "{actor} змінює оформлення чату")
        case .screenshot:
            SystemSentence("Зроблено знімок екрана", by: "{actor} робить знімок екрана")
        case .migrated: SystemSentence("Групу розширено", by: "{actor} розширює групу")
        case .archived: SystemSentence("Чат архівовано", by: "{actor} архівує чат")
        case .threadCreated: SystemSentence("Розпочато гілку", by: "{actor} розпочинає гілку")
        case .payment: SystemSentence("Платіж надіслано", by: "{actor} надсилає платіж")
        case .gift: SystemSentence("Подарунок надіслано", by: "{actor} надсилає подарунок")
        case .boost: SystemSentence("Чат отримав буст", by: "{actor} дає чату буст")
        case .game: SystemSentence("Зіграно гру", by: "{actor} грає в гру")
        case .historyCleared: SystemSentence("Історію очищено", by: "{actor} очищає історію")
        case .locationShared:
            SystemSentence("Надіслано місцеположення", by: "{actor} ділиться місцеположенням")
        case .joinedService: SystemSentence("Контакт приєднався", by: "{actor} тепер тут")
        }
    }
}
