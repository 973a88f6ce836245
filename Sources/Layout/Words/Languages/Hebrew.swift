enum Hebrew: Vocabulary {
    static let plurals = PluralRule.hebrew

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "בשליחה…"
        case .sent: "נשלחה"
        case .delivered: "נמסרה"
        case .read: "נקראה"
        case .played: "הושמעה"
        case .failed: "לא נמסרה"
        case .continued: "המשך"
        case .edited: "נערכה"
        case .deleted: "ההודעה נמחקה"
        case .deletedByMe: "מחקת את ההודעה"
        case .pinned: "נעוצה"
        case .starred: "מסומנת בכוכב"
        case .forwarded: "הועברה"
        case .forwardedFrom: "הועברה מאת {name}"
        case .repliedTo: "{name} בתגובה אל {other}"
        case .originalMissing: "ההודעה המקורית אינה בצ׳אט הזה"
        case .transcript: "תמלול"
        case .translation: "תרגום"
        case .sentWith: "נשלחה עם {effect}"
        case .photo: "תמונה"
        case .video: "סרטון"
        case .gif: "GIF"
        case .sticker: "מדבקה"
        case .voice: "הודעה קולית"
        case .audio: "שמע"
        case .videoNote: "הודעת וידאו"
        case .file: "קובץ"
        case .app: "אפליקציה"
        case .contact: "איש קשר"
        case .location: "מיקום"
        case .liveLocation: "מיקום בזמן אמת"
        case .link: "קישור"
        case .poll: "סקר"
        case .payment: "תשלום"
        case .voiceCall: "שיחה קולית"
        case .videoCall: "שיחת וידאו"
        case .missedVoiceCall: "שיחה קולית שלא נענתה"
        case .missedVideoCall: "שיחת וידאו שלא נענתה"
        case .incomingVoiceCall: "שיחה קולית נכנסת"
        case .incomingVideoCall: "שיחת וידאו נכנסת"
        case .outgoingVoiceCall: "שיחה קולית יוצאת"
        case .outgoingVideoCall: "שיחת וידאו יוצאת"
        case .declined: "נדחתה"
        case .busy: "קו תפוס"
        case .unanswered: "אין תשובה"
        case .callFailed: "השיחה נכשלה"
        case .finalResults: "תוצאות סופיות"
        case .yourChoice: "הבחירה שלך"
        case .paymentSent: "תשלום נשלח"
        case .paymentReceived: "תשלום התקבל"
        case .redactedPhoto: "תמונה שהושחרה"
        case .redactedVideo: "סרטון שהושחר"
        case .redactedGIF: "GIF שהושחר"
        case .redactedSticker: "מדבקה שהושחרה"
        case .redactedVoice: "הודעה קולית שהושחרה"
        case .redactedAudio: "הקלטה שהושחרה"
        case .redactedVideoNote: "הודעת וידאו שהושחרה"
        case .redactedFile: "קובץ שהושחר"
        case .redactedContact: "איש קשר שהושחר"
        case .redactedLocation: "מיקום שהושחר"
        case .redactedCard: "כרטיס שהושחר"
        case .redactedPoll: "סקר שהושחר"
        case .redactedCall: "שיחה שהושחרה"
        case .redactedPayment: "תשלום שהושחר"
        case .redactedLink: "קישור שהושחר"
        case .notAvailable: "לא זמין"
        case .notStated: "לא צוין"
        case .unsupported: "הודעה שאינה נתמכת: {kind}"
        case .you: "את/ה"
        case .typing: "הקלדה…"
        case .unread: "הודעות שלא נקראו"
        case .lastTwo: "{a} ו{b}"
        case .comma: ", "
        case .hours: "{n} ש׳"
        case .minutes: "{n} דק׳"
        case .seconds: "{n} שנ׳"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(one: "הצבעה אחת", two: "שתי הצבעות", other: "{n} הצבעות")
        case .voters: PluralForms(one: "מצביע אחד", two: "שני מצביעים", other: "{n} מצביעים")
        case .replies: PluralForms(one: "תגובה אחת", two: "שתי תגובות", other: "{n} תגובות")
        case .photos: PluralForms(one: "תמונה אחת", two: "שתי תמונות", other: "{n} תמונות")
        case .unread:
            PluralForms(
                one: "הודעה אחת שלא נקראה", two: "שתי הודעות שלא נקראו",
                other: "{n} הודעות שלא נקראו")
        case .more: PluralForms(other: "עוד {n}")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "נוסף חבר", by: "{actor} הוסיף/ה חבר",
                both: "{actor} הוסיף/ה: {targets}", on: "נוספו: {targets}")
        case .memberJoined: SystemSentence("הצטרף חבר", by: "{actor} הצטרף/ה")
        case .memberLeft: SystemSentence("חבר יצא", by: "{actor} יצא/ה")
        case .memberRemoved:
            SystemSentence(
                "הוסר חבר", by: "{actor} הסיר/ה חבר",
                both: "{actor} הסיר/ה: {targets}", on: "הוסרו: {targets}")
        case .adminAdded:
            SystemSentence(
                "מונה מנהל", by: "{actor} מינה/תה מנהל",
                both: "{actor} מינה/תה למנהל: {targets}", on: "עכשיו בניהול: {targets}")
        case .adminRemoved:
            SystemSentence(
                "הודח מנהל", by: "{actor} הדיח/ה מנהל",
                both: "{actor} הדיח/ה מניהול: {targets}", on: "כבר לא בניהול: {targets}")
        case .adminChanged: SystemSentence("המנהלים השתנו", by: "{actor} שינה/תה את המנהלים")
        case .groupCreated: SystemSentence("הקבוצה נוצרה", by: "{actor} יצר/ה את הקבוצה")
        case .channelCreated: SystemSentence("הערוץ נוצר", by: "{actor} יצר/ה את הערוץ")
        case .titleChanged: SystemSentence("שם הצ׳אט השתנה", by: "{actor} שינה/תה את שם הצ׳אט")
        case .photoChanged: SystemSentence("התמונה השתנתה", by: "{actor} שינה/תה את התמונה")
        case .photoRemoved: SystemSentence("התמונה הוסרה", by: "{actor} הסיר/ה את התמונה")
        case .topicChanged: SystemSentence("הנושא השתנה", by: "{actor} שינה/תה את הנושא")
        case .descriptionChanged: SystemSentence("התיאור השתנה", by: "{actor} שינה/תה את התיאור")
        case .settingsChanged: SystemSentence("ההגדרות השתנו", by: "{actor} שינה/תה את ההגדרות")
        case .numberChanged: SystemSentence("מספר טלפון השתנה", by: "{actor} החליף/ה מספר טלפון")
        case .nameChanged: SystemSentence("שם השתנה", by: "{actor} החליף/ה שם")
        case .securityCodeChanged:
            SystemSentence(
                "קוד אבטחה השתנה",
                by: "קוד האבטחה עם {actor} השתנה", on: "קוד האבטחה עם {targets} השתנה")
        case .encryption:
            SystemSentence(
                "ההודעות והשיחות מוצפנות מקצה לקצה",
                by: "{actor}: ההודעות והשיחות מוצפנות מקצה לקצה")
        case .timerChanged:
            SystemSentence(
                "זמן ההודעות הנעלמות השתנה", by: "{actor} שינה/תה את זמן ההודעות הנעלמות")
        case .blocked:
            SystemSentence(
                "איש הקשר נחסם", by: "{actor} חסם/ה את איש הקשר",
                both: "{actor} חסם/ה: {targets}", on: "נחסמו: {targets}")
        case .unblocked:
            SystemSentence(
                "חסימת איש הקשר הוסרה", by: "{actor} הסיר/ה את חסימת איש הקשר",
                both: "{actor} הסיר/ה חסימה: {targets}", on: "החסימה הוסרה: {targets}")
        case .business: SystemSentence("זהו חשבון עסקי", by: "{actor} הוא חשבון עסקי")
        case .pinned: SystemSentence("הודעה ננעצה", by: "{actor} נעץ/ה הודעה")
        case .unpinned: SystemSentence("נעיצת הודעה הוסרה", by: "{actor} הסיר/ה נעיצת הודעה")
        case .call: SystemSentence("התחילה שיחה", by: "{actor} התחיל/ה שיחה")
        case .themeChanged: SystemSentence("העיצוב השתנה", by: "{actor} שינה/תה את העיצוב")
        case .screenshot: SystemSentence("צולם מסך", by: "{actor} צילם/ה את המסך")
        case .migrated: SystemSentence("הקבוצה שודרגה", by: "{actor} שדרג/ה את הקבוצה")
        case .archived:
            SystemSentence("הצ׳אט הועבר לארכיון", by: "{actor} העביר/ה את הצ׳אט לארכיון")
        case .threadCreated: SystemSentence("נפתח שרשור", by: "{actor} פתח/ה שרשור")
        case .payment: SystemSentence("נשלח תשלום", by: "{actor} שלח/ה תשלום")
        case .gift: SystemSentence("נשלחה מתנה", by: "{actor} שלח/ה מתנה")
        case .boost: SystemSentence("הצ׳אט קיבל חיזוק", by: "{actor} נתן/ה חיזוק לצ׳אט")
        case .game: SystemSentence("שוחק משחק", by: "{actor} שיחק/ה משחק")
        case .historyCleared: SystemSentence("ההיסטוריה נמחקה", by: "{actor} מחק/ה את ההיסטוריה")
        case .locationShared: SystemSentence("שותף מיקום", by: "{actor} שיתף/ה מיקום")
        case .joinedService: SystemSentence("איש קשר הצטרף", by: "{actor} כאן עכשיו")
        }
    }
}
