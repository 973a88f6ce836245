enum Arabic: Vocabulary {
    static let plurals = PluralRule.arabic

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "جارٍ الإرسال…"
        case .sent: "أُرسلت"
        case .delivered: "وصلت"
        case .read: "قُرئت"
        case .played: "شُغّلت"
        case .failed: "لم تصل"
        case .continued: "تتمة"
        case .edited: "معدّلة"
        case .deleted: "حُذفت هذه الرسالة"
        case .deletedByMe: "حذفتَ هذه الرسالة"
        case .pinned: "مثبّتة"
        case .starred: "مميّزة بنجمة"
        case .forwarded: "معاد توجيهها"
        case .forwardedFrom: "معاد توجيهها من {name}"
        case .repliedTo: "{name} ردًا على {other}"
        case .originalMissing: "الرسالة الأصلية ليست في هذه الدردشة"
        case .transcript: "تفريغ نصي"
        case .translation: "ترجمة"
        case .sentWith: "أُرسلت مع {effect}"
        case .photo: "صورة"
        case .video: "فيديو"
        case .gif: "GIF"
        case .sticker: "ملصق"
        case .voice: "رسالة صوتية"
        case .audio: "صوت"
        case .videoNote: "رسالة فيديو"
        case .file: "ملف"
        case .app: "تطبيق"
        case .contact: "جهة اتصال"
        case .location: "موقع"
        case .liveLocation: "موقع مباشر"
        case .link: "رابط"
        case .poll: "استطلاع رأي"
        case .payment: "دفعة"
        case .voiceCall: "مكالمة صوتية"
        case .videoCall: "مكالمة فيديو"
        case .missedVoiceCall: "مكالمة صوتية فائتة"
        case .missedVideoCall: "مكالمة فيديو فائتة"
        case .incomingVoiceCall: "مكالمة صوتية واردة"
        case .incomingVideoCall: "مكالمة فيديو واردة"
        case .outgoingVoiceCall: "مكالمة صوتية صادرة"
        case .outgoingVideoCall: "مكالمة فيديو صادرة"
        case .declined: "مرفوضة"
        case .busy: "الخط مشغول"
        case .unanswered: "لا رد"
        case .callFailed: "فشلت المكالمة"
        case .finalResults: "النتائج النهائية"
        case .yourChoice: "اختيارك"
        case .paymentSent: "أُرسلت الدفعة"
        case .paymentReceived: "استُلمت الدفعة"
        case .redactedPhoto: "صورة محجوبة"
        case .redactedVideo: "فيديو محجوب"
        case .redactedGIF: "صورة متحركة محجوبة"
        case .redactedSticker: "ملصق محجوب"
        case .redactedVoice: "رسالة صوتية محجوبة"
        case .redactedAudio: "مقطع صوتي محجوب"
        case .redactedVideoNote: "رسالة فيديو محجوبة"
        case .redactedFile: "ملف محجوب"
        case .redactedContact: "جهة اتصال محجوبة"
        case .redactedLocation: "موقع محجوب"
        case .redactedCard: "بطاقة محجوبة"
        case .redactedPoll: "استطلاع محجوب"
        case .redactedCall: "مكالمة محجوبة"
        case .redactedPayment: "دفعة محجوبة"
        case .redactedLink: "رابط محجوب"
        case .notAvailable: "غير متاح"
        case .notStated: "غير مذكور"
        case .unsupported: "رسالة غير مدعومة: {kind}"
        case .you: "أنت"
        case .typing: "يكتب…"
        case .unread: "رسائل غير مقروءة"
        case .lastTwo: "{a} و{b}"
        case .comma: "، "
        case .hours: "{n} س"
        case .minutes: "{n} د"
        case .seconds: "{n} ث"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes:
            PluralForms(
                zero: "لا أصوات", one: "صوت واحد", two: "صوتان", few: "{n} أصوات", many: "{n} صوتًا",
                other: "{n} صوت")
        case .voters:
            PluralForms(
                zero: "لا مصوّتين", one: "مصوّت واحد", two: "مصوّتان", few: "{n} مصوّتين",
                many: "{n} مصوّتًا", other: "{n} مصوّت")
        case .replies:
            PluralForms(
                zero: "لا ردود", one: "رد واحد", two: "ردّان", few: "{n} ردود", many: "{n} ردًا",
                other: "{n} رد")
        case .photos:
            PluralForms(
                zero: "لا صور", one: "صورة واحدة", two: "صورتان", few: "{n} صور", many: "{n} صورة",
                other: "{n} صورة")
        case .unread:
            PluralForms(
                zero: "لا رسائل غير مقروءة", one: "رسالة واحدة غير مقروءة",
                two: "رسالتان غير مقروءتين", few: "{n} رسائل غير مقروءة",
                many: "{n} رسالة غير مقروءة", other: "{n} رسالة غير مقروءة")
        case .more: PluralForms(other: "{n} أخرى")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "أُضيف عضو", by: "أضاف {actor} عضوًا",
                both: "أضاف {actor}: {targets}", on: "أُضيف: {targets}")
        case .memberJoined: SystemSentence("انضم عضو", by: "انضم {actor}")
        case .memberLeft: SystemSentence("غادر عضو", by: "غادر {actor}")
        case .memberRemoved:
            SystemSentence(
                "أُزيل عضو", by: "أزال {actor} عضوًا",
                both: "أزال {actor}: {targets}", on: "أُزيل: {targets}")
        case .adminAdded:
            SystemSentence(
                "عُيّن مشرف", by: "عيّن {actor} مشرفًا",
                both: "عيّن {actor} مشرفًا: {targets}", on: "مشرف الآن: {targets}")
        case .adminRemoved:
            SystemSentence(
                "أُعفي مشرف", by: "أعفى {actor} مشرفًا",
                both: "أعفى {actor} من الإشراف: {targets}", on: "لم يعد مشرفًا: {targets}")
        case .adminChanged: SystemSentence("تغيّر المشرفون", by: "غيّر {actor} المشرفين")
        case .groupCreated: SystemSentence("أُنشئت المجموعة", by: "أنشأ {actor} المجموعة")
        case .channelCreated: SystemSentence("أُنشئت القناة", by: "أنشأ {actor} القناة")
        case .titleChanged: SystemSentence("تغيّر اسم الدردشة", by: "غيّر {actor} اسم الدردشة")
        case .photoChanged: SystemSentence("تغيّرت الصورة", by: "غيّر {actor} الصورة")
        case .photoRemoved: SystemSentence("أُزيلت الصورة", by: "أزال {actor} الصورة")
        case .topicChanged: SystemSentence("تغيّر الموضوع", by: "غيّر {actor} الموضوع")
        case .descriptionChanged: SystemSentence("تغيّر الوصف", by: "غيّر {actor} الوصف")
        case .settingsChanged: SystemSentence("تغيّرت الإعدادات", by: "غيّر {actor} الإعدادات")
        case .numberChanged: SystemSentence("تغيّر رقم هاتف", by: "غيّر {actor} رقم هاتفه")
        case .nameChanged: SystemSentence("تغيّر اسم", by: "غيّر {actor} اسمه")
        case .securityCodeChanged:
            SystemSentence(
                "تغيّر رمز الأمان",
                by: "تغيّر رمز الأمان مع {actor}", on: "تغيّر رمز الأمان مع {targets}")
        case .encryption:
            SystemSentence(
                "الرسائل والمكالمات مشفّرة تمامًا بين الطرفين",
                by: "{actor}: الرسائل والمكالمات مشفّرة تمامًا بين الطرفين")
        case .timerChanged:
            SystemSentence(
                "تغيّرت مدة الرسائل ذاتية الاختفاء", by: "غيّر {actor} مدة الرسائل ذاتية الاختفاء")
        case .blocked:
            SystemSentence(
                "حُظرت جهة الاتصال", by: "حظر {actor} جهة الاتصال",
                both: "حظر {actor}: {targets}", on: "حُظر: {targets}")
        case .unblocked:
            SystemSentence(
                "أُلغي حظر جهة الاتصال", by: "ألغى {actor} حظر جهة الاتصال",
                both: "ألغى {actor} حظر: {targets}", on: "أُلغي حظر: {targets}")
        case .business: SystemSentence("هذا حساب أعمال", by: "{actor} حساب أعمال")
        case .pinned: SystemSentence("ثُبّتت رسالة", by: "ثبّت {actor} رسالة")
        case .unpinned: SystemSentence("أُلغي تثبيت رسالة", by: "ألغى {actor} تثبيت رسالة")
        case .call: SystemSentence("بدأت مكالمة", by: "بدأ {actor} مكالمة")
        case .themeChanged: SystemSentence("تغيّر المظهر", by: "غيّر {actor} المظهر")
        case .screenshot: SystemSentence("التُقطت صورة للشاشة", by: "التقط {actor} صورة للشاشة")
        case .migrated: SystemSentence("رُقّيت المجموعة", by: "رقّى {actor} المجموعة")
        case .archived: SystemSentence("أُرشفت الدردشة", by: "أرشف {actor} الدردشة")
        case .threadCreated: SystemSentence("بدأت سلسلة", by: "بدأ {actor} سلسلة")
        case .payment: SystemSentence("أُرسلت دفعة", by: "أرسل {actor} دفعة")
        case .gift: SystemSentence("أُرسلت هدية", by: "أرسل {actor} هدية")
        case .boost: SystemSentence("عُزّزت الدردشة", by: "عزّز {actor} الدردشة")
        case .game: SystemSentence("لُعبت لعبة", by: "لعب {actor} لعبة")
        case .historyCleared: SystemSentence("مُسح السجل", by: "مسح {actor} السجل")
        case .locationShared: SystemSentence("شورك موقع", by: "شارك {actor} موقعًا")
        case .joinedService: SystemSentence("انضمت جهة اتصال", by: "{actor} هنا الآن")
        }
    }
}
