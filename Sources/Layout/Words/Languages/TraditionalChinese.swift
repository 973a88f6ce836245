enum TraditionalChinese: Vocabulary {
    static let plurals = PluralRule.none

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "傳送中…"
        case .sent: "已傳送"
        case .delivered: "已送達"
        case .read: "已讀"
        case .played: "已播放"
        case .failed: "未送達"
        case .continued: "續"
        case .edited: "已編輯"
        case .deleted: "此訊息已刪除"
        case .deletedByMe: "你已刪除此訊息"
        case .pinned: "已釘選"
        case .starred: "已加星號"
        case .forwarded: "已轉寄"
        case .forwardedFrom: "轉寄自 {name}"
        case .repliedTo: "{name}回覆{other}"
        case .originalMissing: "原始訊息不在此聊天中"
        case .transcript: "逐字稿"
        case .translation: "翻譯"
        case .sentWith: "傳送效果：{effect}"
        case .photo: "照片"
        case .video: "影片"
        case .gif: "GIF"
        case .sticker: "貼圖"
        case .voice: "語音訊息"
        case .audio: "音訊"
        case .videoNote: "視訊訊息"
        case .file: "檔案"
        case .app: "應用程式"
        case .contact: "聯絡人"
        case .location: "位置"
        case .liveLocation: "即時位置"
        case .link: "連結"
        case .poll: "投票"
        case .payment: "付款"
        case .voiceCall: "語音通話"
        case .videoCall: "視訊通話"
        case .missedVoiceCall: "未接語音通話"
        case .missedVideoCall: "未接視訊通話"
        case .incomingVoiceCall: "語音來電"
        case .incomingVideoCall: "視訊來電"
        case .outgoingVoiceCall: "撥出語音通話"
        case .outgoingVideoCall: "撥出視訊通話"
        case .declined: "已拒絕"
        case .busy: "忙線中"
        case .unanswered: "無人接聽"
        case .callFailed: "通話失敗"
        case .finalResults: "最終結果"
        case .yourChoice: "你的選擇"
        case .paymentSent: "已付款"
        case .paymentReceived: "已收款"
        case .redactedPhoto: "已遮蓋的照片"
        case .redactedVideo: "已遮蓋的影片"
        case .redactedGIF: "已遮蓋的 GIF"
        case .redactedSticker: "已遮蓋的貼圖"
        case .redactedVoice: "已遮蓋的語音訊息"
        case .redactedAudio: "已遮蓋的音訊"
        case .redactedVideoNote: "已遮蓋的視訊訊息"
        case .redactedFile: "已遮蓋的檔案"
        case .redactedContact: "已遮蓋的聯絡人"
        case .redactedLocation: "已遮蓋的位置"
        case .redactedCard: "已遮蓋的卡片"
        case .redactedPoll: "已遮蓋的投票"
        case .redactedCall: "已遮蓋的通話"
        case .redactedPayment: "已遮蓋的付款"
        case .redactedLink: "已遮蓋的連結"
        case .notAvailable: "無法取得"
        case .notStated: "未註明"
        case .unsupported: "不支援的訊息：{kind}"
        case .you: "你"
        case .typing: "正在輸入…"
        case .unread: "未讀訊息"
        case .lastTwo: "{a}和{b}"
        case .comma: "、"
        case .hours: "{n} 小時"
        case .minutes: "{n} 分鐘"
        case .seconds: "{n} 秒"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n} 票")
        case .voters: PluralForms(other: "{n} 人投票")
        case .replies: PluralForms(other: "{n} 則回覆")
        case .photos: PluralForms(other: "{n} 張照片")
        case .unread: PluralForms(other: "{n} 則未讀訊息")
        case .more: PluralForms(other: "另外 {n} 個")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "已新增成員", by: "{actor}新增了成員", both: "{actor}新增了{targets}", on: "已新增：{targets}")
        case .memberJoined: SystemSentence("有成員加入", by: "{actor}已加入")
        case .memberLeft: SystemSentence("有成員離開", by: "{actor}已離開")
        case .memberRemoved:
            SystemSentence(
                "已移除成員", by: "{actor}移除了成員", both: "{actor}移除了{targets}", on: "已移除：{targets}")
        case .adminAdded:
            SystemSentence(
                "已指派管理員", by: "{actor}指派了管理員", both: "{actor}將{targets}設為管理員", on: "新管理員：{targets}")
        case .adminRemoved:
            SystemSentence(
                "已解除管理員", by: "{actor}解除了管理員",
                both: "{actor}解除了{targets}的管理員身分", on: "不再是管理員：{targets}")
        case .adminChanged: SystemSentence("管理員已變更", by: "{actor}變更了管理員")
        case .groupCreated: SystemSentence("群組已建立", by: "{actor}建立了群組")
        case .channelCreated: SystemSentence("頻道已建立", by: "{actor}建立了頻道")
        case .titleChanged: SystemSentence("聊天名稱已變更", by: "{actor}變更了聊天名稱")
        case .photoChanged: SystemSentence("照片已變更", by: "{actor}變更了照片")
        case .photoRemoved: SystemSentence("照片已移除", by: "{actor}移除了照片")
        case .topicChanged: SystemSentence("主題已變更", by: "{actor}變更了主題")
        case .descriptionChanged: SystemSentence("說明已變更", by: "{actor}變更了說明")
        case .settingsChanged: SystemSentence("設定已變更", by: "{actor}變更了設定")
        case .numberChanged: SystemSentence("電話號碼已變更", by: "{actor}變更了電話號碼")
        case .nameChanged: SystemSentence("名稱已變更", by: "{actor}變更了名稱")
        case .securityCodeChanged:
            SystemSentence("安全碼已變更", by: "與{actor}的安全碼已變更", on: "與{targets}的安全碼已變更")
        case .encryption: SystemSentence("訊息和通話已端對端加密", by: "{actor}：訊息和通話已端對端加密")
        case .timerChanged: SystemSentence("限時訊息的時間已變更", by: "{actor}變更了限時訊息的時間")
        case .blocked:
            SystemSentence(
                "已封鎖聯絡人", by: "{actor}封鎖了聯絡人", both: "{actor}封鎖了{targets}", on: "已封鎖：{targets}")
        case .unblocked:
            SystemSentence(
                "已解除封鎖聯絡人", by: "{actor}解除封鎖了聯絡人",
                both: "{actor}解除封鎖了{targets}", on: "已解除封鎖：{targets}")
        case .business: SystemSentence("這是商業帳號", by: "{actor}是商業帳號")
        case .pinned: SystemSentence("已釘選一則訊息", by: "{actor}釘選了一則訊息")
        case .unpinned: SystemSentence("已取消釘選一則訊息", by: "{actor}取消釘選了一則訊息")
        case .call: SystemSentence("通話已開始", by: "{actor}發起了通話")
        case .themeChanged: SystemSentence("佈景主題已變更", by: "{actor}變更了佈景主題")
        case .screenshot: SystemSentence("已擷取螢幕畫面", by: "{actor}擷取了螢幕畫面")
        case .migrated: SystemSentence("群組已升級", by: "{actor}升級了群組")
        case .archived: SystemSentence("聊天已封存", by: "{actor}封存了聊天")
        case .threadCreated: SystemSentence("已開啟討論串", by: "{actor}開啟了討論串")
        case .payment: SystemSentence("已傳送付款", by: "{actor}傳送了付款")
        case .gift: SystemSentence("已送出禮物", by: "{actor}送出了禮物")
        case .boost: SystemSentence("聊天已獲加持", by: "{actor}為聊天加持")
        case .game: SystemSentence("已玩遊戲", by: "{actor}玩了遊戲")
        case .historyCleared: SystemSentence("聊天記錄已清除", by: "{actor}清除了聊天記錄")
        case .locationShared: SystemSentence("已分享位置", by: "{actor}分享了位置")
        case .joinedService: SystemSentence("有聯絡人加入", by: "{actor}來到這裡")
        }
    }
}
