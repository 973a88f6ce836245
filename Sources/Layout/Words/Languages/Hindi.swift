enum Hindi: Vocabulary {
    static let plurals = PluralRule.zeroAndOne

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "भेजा जा रहा है…"
        case .sent: "भेजा गया"
        case .delivered: "पहुँच गया"
        case .read: "पढ़ा गया"
        case .played: "सुना गया"
        case .failed: "नहीं पहुँचा"
        case .continued: "जारी"
        case .edited: "संपादित"
        case .deleted: "यह संदेश हटा दिया गया"
        case .deletedByMe: "आपने यह संदेश हटा दिया"
        case .pinned: "पिन किया गया"
        case .starred: "तारांकित"
        case .forwarded: "आगे भेजा गया"
        case .forwardedFrom: "{name} से आगे भेजा गया"
        case .repliedTo: "{name} ने {other} को जवाब दिया"
        case .originalMissing: "मूल संदेश इस बातचीत में नहीं है"
        case .transcript: "प्रतिलेख"
        case .translation: "अनुवाद"
        case .sentWith: "{effect} के साथ भेजा गया"
        case .photo: "फ़ोटो"
        case .video: "वीडियो"
        case .gif: "GIF"
        case .sticker: "स्टिकर"
        case .voice: "वॉइस मैसेज"
        case .audio: "ऑडियो"
        case .videoNote: "वीडियो मैसेज"
        case .file: "फ़ाइल"
        case .app: "ऐप"
        case .contact: "संपर्क"
        case .location: "लोकेशन"
        case .liveLocation: "लाइव लोकेशन"
        case .link: "लिंक"
        case .poll: "पोल"
        case .payment: "भुगतान"
        case .voiceCall: "वॉइस कॉल"
        case .videoCall: "वीडियो कॉल"
        case .missedVoiceCall: "छूटी हुई वॉइस कॉल"
        case .missedVideoCall: "छूटी हुई वीडियो कॉल"
        case .incomingVoiceCall: "आने वाली वॉइस कॉल"
        case .incomingVideoCall: "आने वाली वीडियो कॉल"
        case .outgoingVoiceCall: "की गई वॉइस कॉल"
        case .outgoingVideoCall: "की गई वीडियो कॉल"
        case .declined: "अस्वीकृत"
        case .busy: "लाइन व्यस्त"
        case .unanswered: "कोई जवाब नहीं"
        case .callFailed: "कॉल विफल"
        case .finalResults: "अंतिम परिणाम"
        case .yourChoice: "आपकी पसंद"
        case .paymentSent: "भुगतान भेजा गया"
        case .paymentReceived: "भुगतान मिला"
        case .redactedPhoto: "छिपाई गई फ़ोटो"
        case .redactedVideo: "छिपाया गया वीडियो"
        case .redactedGIF: "छिपाया गया GIF"
        case .redactedSticker: "छिपाया गया स्टिकर"
        case .redactedVoice: "छिपाया गया वॉइस मैसेज"
        case .redactedAudio: "छिपाया गया ऑडियो"
        case .redactedVideoNote: "छिपाया गया वीडियो मैसेज"
        case .redactedFile: "छिपाई गई फ़ाइल"
        case .redactedContact: "छिपाया गया संपर्क"
        case .redactedLocation: "छिपाई गई लोकेशन"
        case .redactedCard: "छिपाया गया कार्ड"
        case .redactedPoll: "छिपाया गया पोल"
        case .redactedCall: "छिपाई गई कॉल"
        case .redactedPayment: "छिपाया गया भुगतान"
        case .redactedLink: "छिपाया गया लिंक"
        case .notAvailable: "उपलब्ध नहीं"
        case .notStated: "नहीं बताया गया"
        case .unsupported: "असमर्थित संदेश: {kind}"
        case .you: "आप"
        case .typing: "टाइप कर रहे हैं…"
        case .unread: "अपठित संदेश"
        case .lastTwo: "{a} और {b}"
        case .comma: ", "
        case .hours: "{n} घं॰"
        case .minutes: "{n} मि॰"
        case .seconds: "{n} से॰"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n} वोट")
        case .voters: PluralForms(other: "{n} मतदाता")
        case .replies: PluralForms(other: "{n} जवाब")
        case .photos: PluralForms(other: "{n} फ़ोटो")
        case .unread: PluralForms(other: "{n} अपठित संदेश")
        case .more: PluralForms(other: "{n} और")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "एक सदस्य जोड़ा गया", by: "{actor} ने एक सदस्य जोड़ा",
                both: "{actor} ने {targets} को जोड़ा", on: "जोड़े गए: {targets}")
        case .memberJoined: SystemSentence("एक सदस्य शामिल हुआ", by: "{actor} अब समूह में हैं")
        case .memberLeft: SystemSentence("एक सदस्य ने समूह छोड़ा", by: "{actor} ने समूह छोड़ा")
        case .memberRemoved:
            SystemSentence(
                "एक सदस्य हटाया गया", by: "{actor} ने एक सदस्य को हटाया",
                both: "{actor} ने {targets} को हटाया", on: "हटाए गए: {targets}")
        case .adminAdded:
            SystemSentence(
                "एक एडमिन बनाया गया", by: "{actor} ने एक एडमिन बनाया",
                both: "{actor} ने {targets} को एडमिन बनाया", on: "अब एडमिन: {targets}")
        case .adminRemoved:
            SystemSentence(
                "एक एडमिन हटाया गया", by: "{actor} ने एक एडमिन को हटाया",
                both: "{actor} ने {targets} को एडमिन से हटाया", on: "अब एडमिन नहीं: {targets}")
        case .adminChanged: SystemSentence("एडमिन बदले गए", by: "{actor} ने एडमिन बदले")
        case .groupCreated: SystemSentence("समूह बनाया गया", by: "{actor} ने समूह बनाया")
        case .channelCreated: SystemSentence("चैनल बनाया गया", by: "{actor} ने चैनल बनाया")
        case .titleChanged: SystemSentence("चैट का नाम बदला गया", by: "{actor} ने चैट का नाम बदला")
        case .photoChanged: SystemSentence("फ़ोटो बदली गई", by: "{actor} ने फ़ोटो बदली")
        case .photoRemoved: SystemSentence("फ़ोटो हटाई गई", by: "{actor} ने फ़ोटो हटाई")
        case .topicChanged: SystemSentence("विषय बदला गया", by: "{actor} ने विषय बदला")
        case .descriptionChanged: SystemSentence("विवरण बदला गया", by: "{actor} ने विवरण बदला")
        case .settingsChanged: SystemSentence("सेटिंग बदली गईं", by: "{actor} ने सेटिंग बदलीं")
        case .numberChanged: SystemSentence("एक फ़ोन नंबर बदला", by: "{actor} ने फ़ोन नंबर बदला")
        case .nameChanged: SystemSentence("एक नाम बदला", by: "{actor} ने नाम बदला")
        case .securityCodeChanged:
            SystemSentence(
                "एक सुरक्षा कोड बदला",
                by: "{actor} के साथ सुरक्षा कोड बदला", on: "{targets} के साथ सुरक्षा कोड बदला")
        case .encryption:
            SystemSentence(
                "संदेश और कॉल एंड-टू-एंड एन्क्रिप्टेड हैं",
                by: "{actor}: संदेश और कॉल एंड-टू-एंड एन्क्रिप्टेड हैं")
        case .timerChanged:
            SystemSentence(
                "ग़ायब होने वाले संदेशों का समय बदला गया",
                by: "{actor} ने ग़ायब होने वाले संदेशों का समय बदला")
        case .blocked:
            SystemSentence(
                "संपर्क को ब्लॉक किया गया", by: "{actor} ने संपर्क को ब्लॉक किया",
                both: "{actor} ने {targets} को ब्लॉक किया", on: "ब्लॉक किए गए: {targets}")
        case .unblocked:
            SystemSentence(
                "संपर्क को अनब्लॉक किया गया", by: "{actor} ने संपर्क को अनब्लॉक किया",
                both: "{actor} ने {targets} को अनब्लॉक किया", on: "अनब्लॉक किए गए: {targets}")
        case .business:
            SystemSentence("यह एक बिज़नेस अकाउंट है", by: "{actor} एक बिज़नेस अकाउंट है")
        case .pinned: SystemSentence("एक संदेश पिन किया गया", by: "{actor} ने एक संदेश पिन किया")
        case .unpinned:
            SystemSentence("एक संदेश अनपिन किया गया", by: "{actor} ने एक संदेश अनपिन किया")
        case .call: SystemSentence("एक कॉल शुरू हुई", by: "{actor} ने एक कॉल शुरू की")
        case .themeChanged: SystemSentence("थीम बदली गई", by: "{actor} ने थीम बदली")
        case .screenshot: SystemSentence("स्क्रीनशॉट लिया गया", by: "{actor} ने स्क्रीनशॉट लिया")
        case .migrated: SystemSentence("समूह अपग्रेड किया गया", by: "{actor} ने समूह अपग्रेड किया")
        case .archived: SystemSentence("चैट संग्रहित की गई", by: "{actor} ने चैट संग्रहित की")
        case .threadCreated:
            SystemSentence("एक थ्रेड शुरू हुआ", by: "{actor} ने एक थ्रेड शुरू किया")
        case .payment: SystemSentence("एक भुगतान भेजा गया", by: "{actor} ने एक भुगतान भेजा")
        case .gift: SystemSentence("एक उपहार भेजा गया", by: "{actor} ने एक उपहार भेजा")
        case .boost: SystemSentence("चैट को बूस्ट किया गया", by: "{actor} ने चैट को बूस्ट किया")
        case .game: SystemSentence("एक खेल खेला गया", by: "{actor} ने एक खेल खेला")
        case .historyCleared:
            SystemSentence("इतिहास साफ़ किया गया", by: "{actor} ने इतिहास साफ़ किया")
        case .locationShared:
            SystemSentence("एक लोकेशन साझा की गई", by: "{actor} ने एक लोकेशन साझा की")
        case .joinedService: SystemSentence("एक संपर्क शामिल हुआ", by: "{actor} अब यहाँ हैं")
        }
    }
}
