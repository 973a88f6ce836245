enum Turkish: Vocabulary {
    static let plurals = PluralRule.one

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "Gönderiliyor…"
        case .sent: "Gönderildi"
        case .delivered: "İletildi"
        case .read: "Okundu"
        case .played: "Dinlendi"
        case .failed: "İletilemedi"
        case .continued: "devamı"
        case .edited: "Düzenlendi"
        case .deleted: "Bu mesaj silindi"
        case .deletedByMe: "Bu mesajı sildiniz"
        case .pinned: "Sabitlendi"
        case .starred: "Yıldızlı"
        case .forwarded: "Yönlendirildi"
        case .forwardedFrom: "Yönlendirildi, kimden: {name}"
        case .repliedTo: "{name}, yanıtladı: {other}"
        case .originalMissing: "Asıl mesaj bu sohbette yok"
        case .transcript: "Metin dökümü"
        case .translation: "Çeviri"
        case .sentWith: "{effect} ile gönderildi"
        case .photo: "Fotoğraf"
        case .video: "Video"
        case .gif: "GIF"
        case .sticker: "Çıkartma"
        case .voice: "Sesli mesaj"
        case .audio: "Ses"
        case .videoNote: "Görüntülü mesaj"
        case .file: "Dosya"
        case .app: "Uygulama"
        case .contact: "Kişi"
        case .location: "Konum"
        case .liveLocation: "Canlı konum"
        case .link: "Bağlantı"
        case .poll: "Anket"
        case .payment: "Ödeme"
        case .voiceCall: "Sesli arama"
        case .videoCall: "Görüntülü arama"
        case .missedVoiceCall: "Cevapsız sesli arama"
        case .missedVideoCall: "Cevapsız görüntülü arama"
        case .incomingVoiceCall: "Gelen sesli arama"
        case .incomingVideoCall: "Gelen görüntülü arama"
        case .outgoingVoiceCall: "Giden sesli arama"
        case .outgoingVideoCall: "Giden görüntülü arama"
        case .declined: "Reddedildi"
        case .busy: "Meşgul"
        case .unanswered: "Yanıt yok"
        case .callFailed: "Arama başarısız"
        case .finalResults: "Kesin sonuçlar"
        case .yourChoice: "seçiminiz"
        case .paymentSent: "Ödeme gönderildi"
        case .paymentReceived: "Ödeme alındı"
        case .redactedPhoto: "Karartılmış fotoğraf"
        case .redactedVideo: "Karartılmış video"
        case .redactedGIF: "Karartılmış GIF"
        case .redactedSticker: "Karartılmış çıkartma"
        case .redactedVoice: "Karartılmış sesli mesaj"
        case .redactedAudio: "Karartılmış ses"
        case .redactedVideoNote: "Karartılmış görüntülü mesaj"
        case .redactedFile: "Karartılmış dosya"
        case .redactedContact: "Karartılmış kişi"
        case .redactedLocation: "Karartılmış konum"
        case .redactedCard: "Karartılmış kart"
        case .redactedPoll: "Karartılmış anket"
        case .redactedCall: "Karartılmış arama"
        case .redactedPayment: "Karartılmış ödeme"
        case .redactedLink: "Karartılmış bağlantı"
        case .notAvailable: "Mevcut değil"
        case .notStated: "belirtilmemiş"
        case .unsupported: "Desteklenmeyen mesaj: {kind}"
        case .you: "Siz"
        case .typing: "Yazıyor…"
        case .unread: "Okunmamış mesajlar"
        case .lastTwo: "{a} ve {b}"
        case .comma: ", "
        case .hours: "{n} sa"
        case .minutes: "{n} dk"
        case .seconds: "{n} sn"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n} oy")
        case .voters: PluralForms(other: "{n} oy veren")
        case .replies: PluralForms(other: "{n} yanıt")
        case .photos: PluralForms(other: "{n} fotoğraf")
        case .unread: PluralForms(other: "{n} okunmamış mesaj")
        case .more: PluralForms(other: "{n} tane daha")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "Bir üye eklendi", by: "{actor} bir üye ekledi",
                both: "{actor} ekledi: {targets}", on: "Eklendi: {targets}")
        case .memberJoined: SystemSentence("Bir üye katıldı", by: "{actor} katıldı")
        case .memberLeft: SystemSentence("Bir üye ayrıldı", by: "{actor} ayrıldı")
        case .memberRemoved:
            SystemSentence(
                "Bir üye çıkarıldı", by: "{actor} bir üyeyi çıkardı",
                both: "{actor} çıkardı: {targets}", on: "Çıkarıldı: {targets}")
        case .adminAdded:
            SystemSentence(
                "Bir yönetici atandı", by: "{actor} bir yönetici atadı",
                both: "{actor} yönetici yaptı: {targets}", on: "Artık yönetici: {targets}")
        case .adminRemoved:
            SystemSentence(
                "Bir yönetici görevden alındı", by: "{actor} bir yöneticiyi görevden aldı",
                both: "{actor} yöneticilikten aldı: {targets}",
                on: "Artık yönetici değil: {targets}")
        case .adminChanged:
            SystemSentence("Yöneticiler değişti", by: "{actor} yöneticileri değiştirdi")
        case .groupCreated: SystemSentence("Grup oluşturuldu", by: "{actor} grubu oluşturdu")
        case .channelCreated: SystemSentence("Kanal oluşturuldu", by: "{actor} kanalı oluşturdu")
        case .titleChanged:
            SystemSentence("Sohbetin adı değişti", by: "{actor} sohbetin adını değiştirdi")
        case .photoChanged: SystemSentence("Fotoğraf değişti", by: "{actor} fotoğrafı değiştirdi")
        case .photoRemoved: SystemSentence("Fotoğraf kaldırıldı", by: "{actor} fotoğrafı kaldırdı")
        case .topicChanged: SystemSentence("Konu değişti", by: "{actor} konuyu değiştirdi")
        case .descriptionChanged:
            SystemSentence("Açıklama değişti", by: "{actor} açıklamayı değiştirdi")
        case .settingsChanged: SystemSentence("Ayarlar değişti", by: "{actor} ayarları değiştirdi")
        case .numberChanged:
            SystemSentence(
                "Bir telefon numarası değişti", by: "{actor} telefon numarasını değiştirdi")
        case .nameChanged: SystemSentence("Bir ad değişti", by: "{actor} adını değiştirdi")
        case .securityCodeChanged:
            SystemSentence(
                "Bir güvenlik kodu değişti",
                by: "Güvenlik kodu değişti: {actor}", on: "Güvenlik kodu değişti: {targets}")
        case .encryption:
            SystemSentence(
                "Mesajlar ve aramalar uçtan uca şifrelidir",
                by: "{actor}: mesajlar ve aramalar uçtan uca şifrelidir")
        case .timerChanged:
            SystemSentence(
                "Süreli mesajların süresi değişti",
                by: "{actor} süreli mesajların süresini değiştirdi")
        case .blocked:
            SystemSentence(
                "Kişi engellendi", by: "{actor} kişiyi engelledi",
                both: "{actor} engelledi: {targets}", on: "Engellendi: {targets}")
        case .unblocked:
            SystemSentence(
                "Kişinin engeli kaldırıldı", by: "{actor} kişinin engelini kaldırdı",
                both: "{actor} engeli kaldırdı: {targets}", on: "Engeli kaldırıldı: {targets}")
        case .business:
            SystemSentence("Bu bir işletme hesabıdır", by: "{actor} bir işletme hesabıdır")
        case .pinned: SystemSentence("Bir mesaj sabitlendi", by: "{actor} bir mesajı sabitledi")
        case .unpinned:
            SystemSentence(
                "Bir mesajın sabitlemesi kaldırıldı",
                by: "{actor} bir mesajın sabitlemesini kaldırdı")
        case .call: SystemSentence("Bir arama başlatıldı", by: "{actor} bir arama başlattı")
        case .themeChanged: SystemSentence("Tema değişti", by: "{actor} temayı değiştirdi")
        case .screenshot:
            SystemSentence("Ekran görüntüsü alındı", by: "{actor} ekran görüntüsü aldı")
        case .migrated: SystemSentence("Grup yükseltildi", by: "{actor} grubu yükseltti")
        case .archived: SystemSentence("Sohbet arşivlendi", by: "{actor} sohbeti arşivledi")
        case .threadCreated:
            SystemSentence("Bir konu başlığı açıldı", by: "{actor} bir konu başlığı açtı")
        case .payment: SystemSentence("Bir ödeme gönderildi", by: "{actor} bir ödeme gönderdi")
        case .gift: SystemSentence("Bir hediye gönderildi", by: "{actor} bir hediye gönderdi")
        case .boost: SystemSentence("Sohbete takviye yapıldı", by: "{actor} sohbete takviye yaptı")
        case .game: SystemSentence("Bir oyun oynandı", by: "{actor} bir oyun oynadı")
        case .historyCleared: SystemSentence("Geçmiş temizlendi", by: "{actor} geçmişi temizledi")
        case .locationShared:
            SystemSentence("Bir konum paylaşıldı", by: "{actor} bir konum paylaştı")
        case .joinedService: SystemSentence("Bir kişi katıldı", by: "{actor} artık burada")
        }
    }
}
