enum SimplifiedChinese: Vocabulary {
    static let plurals = PluralRule.none

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "发送中…"
        case .sent: "已发送"
        case .delivered: "已送达"
        case .read: "已读"
        case .played: "已播放"
        case .failed: "未送达"
        case .continued: "续"
        case .edited: "已编辑"
        case .deleted: "此消息已删除"
        case .deletedByMe: "你删除了此消息"
        case .pinned: "已置顶"
        case .starred: "已加星标"
        case .forwarded: "已转发"
        case .forwardedFrom: "转发自 {name}"
        case .repliedTo: "{name}回复{other}"
        case .originalMissing: "原消息不在此聊天中"
        case .transcript: "转写文字"
        case .translation: "翻译"
        case .sentWith: "发送效果：{effect}"
        case .photo: "照片"
        case .video: "视频"
        case .gif: "动图"
        case .sticker: "贴纸"
        case .voice: "语音消息"
        case .audio: "音频"
        case .videoNote: "视频消息"
        case .file: "文件"
        case .app: "应用"
        case .contact: "联系人"
        case .location: "位置"
        case .liveLocation: "实时位置"
        case .link: "链接"
        case .poll: "投票"
        case .payment: "付款"
        case .voiceCall: "语音通话"
        case .videoCall: "视频通话"
        case .missedVoiceCall: "未接语音通话"
        case .missedVideoCall: "未接视频通话"
        case .incomingVoiceCall: "语音来电"
        case .incomingVideoCall: "视频来电"
        case .outgoingVoiceCall: "语音去电"
        case .outgoingVideoCall: "视频去电"
        case .declined: "已拒绝"
        case .busy: "对方忙线"
        case .unanswered: "无人接听"
        case .callFailed: "通话失败"
        case .finalResults: "最终结果"
        case .yourChoice: "你的选择"
        case .paymentSent: "已付款"
        case .paymentReceived: "已收款"
        case .redactedPhoto: "已遮盖的照片"
        case .redactedVideo: "已遮盖的视频"
        case .redactedGIF: "已遮盖的 GIF"
        case .redactedSticker: "已遮盖的贴纸"
        case .redactedVoice: "已遮盖的语音消息"
        case .redactedAudio: "已遮盖的音频"
        case .redactedVideoNote: "已遮盖的视频消息"
        case .redactedFile: "已遮盖的文件"
        case .redactedContact: "已遮盖的联系人"
        case .redactedLocation: "已遮盖的位置"
        case .redactedCard: "已遮盖的卡片"
        case .redactedPoll: "已遮盖的投票"
        case .redactedCall: "已遮盖的通话"
        case .redactedPayment: "已遮盖的付款"
        case .redactedLink: "已遮盖的链接"
        case .notAvailable: "不可用"
        case .notStated: "未注明"
        case .unsupported: "不支持的消息：{kind}"
        case .you: "你"
        case .typing: "正在输入…"
        case .unread: "未读消息"
        case .lastTwo: "{a}和{b}"
        case .comma: "、"
        case .hours: "{n}小时"
        case .minutes: "{n}分钟"
        case .seconds: "{n}秒"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n} 票")
        case .voters: PluralForms(other: "{n} 人投票")
        case .replies: PluralForms(other: "{n} 条回复")
        case .photos: PluralForms(other: "{n} 张照片")
        case .unread: PluralForms(other: "{n} 条未读消息")
        case .more: PluralForms(other: "另外 {n} 个")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "已添加成员", by: "{actor}添加了成员", both: "{actor}添加了{targets}", on: "已添加：{targets}")
        case .memberJoined: SystemSentence("有成员加入", by: "{actor}已加入")
        case .memberLeft: SystemSentence("有成员退出", by: "{actor}已退出")
        case .memberRemoved:
            SystemSentence(
                "已移除成员", by: "{actor}移除了成员", both: "{actor}移除了{targets}", on: "已移除：{targets}")
        case .adminAdded:
            SystemSentence(
                "已任命管理员", by: "{actor}任命了管理员", both: "{actor}将{targets}设为管理员", on: "新管理员：{targets}")
        case .adminRemoved:
            SystemSentence(
                "已撤销管理员", by: "{actor}撤销了管理员",
                both: "{actor}撤销了{targets}的管理员身份", on: "不再是管理员：{targets}")
        case .adminChanged: SystemSentence("管理员已变更", by: "{actor}变更了管理员")
        case .groupCreated: SystemSentence("群组已创建", by: "{actor}创建了群组")
        case .channelCreated: SystemSentence("频道已创建", by: "{actor}创建了频道")
        case .titleChanged: SystemSentence("聊天名称已更改", by: "{actor}更改了聊天名称")
        case .photoChanged: SystemSentence("照片已更改", by: "{actor}更改了照片")
        case .photoRemoved: SystemSentence("照片已移除", by: "{actor}移除了照片")
        case .topicChanged: SystemSentence("话题已更改", by: "{actor}更改了话题")
        case .descriptionChanged: SystemSentence("简介已更改", by: "{actor}更改了简介")
        case .settingsChanged: SystemSentence("设置已更改", by: "{actor}更改了设置")
        case .numberChanged: SystemSentence("电话号码已更改", by: "{actor}更改了电话号码")
        case .nameChanged: SystemSentence("名称已更改", by: "{actor}更改了名称")
        case .securityCodeChanged:
            SystemSentence("安全码已更改", by: "与{actor}的安全码已更改", on: "与{targets}的安全码已更改")
        case .encryption: SystemSentence("消息和通话已端到端加密", by: "{actor}：消息和通话已端到端加密")
        case .timerChanged: SystemSentence("限时消息的时间已更改", by: "{actor}更改了限时消息的时间")
        case .blocked:
            SystemSentence(
                "已屏蔽联系人", by: "{actor}屏蔽了联系人", both: "{actor}屏蔽了{targets}", on: "已屏蔽：{targets}")
        case .unblocked:
            SystemSentence(
                "已取消屏蔽联系人", by: "{actor}取消屏蔽了联系人",
                both: "{actor}取消屏蔽了{targets}", on: "已取消屏蔽：{targets}")
        case .business: SystemSentence("这是企业账号", by: "{actor}是企业账号")
        case .pinned: SystemSentence("已置顶一条消息", by: "{actor}置顶了一条消息")
        case .unpinned: SystemSentence("已取消置顶一条消息", by: "{actor}取消置顶了一条消息")
        case .call: SystemSentence("通话已开始", by: "{actor}发起了通话")
        case .themeChanged: SystemSentence("主题已更改", by: "{actor}更改了主题")
        case .screenshot: SystemSentence("已截屏", by: "{actor}截取了屏幕")
        case .migrated: SystemSentence("群组已升级", by: "{actor}升级了群组")
        case .archived: SystemSentence("聊天已归档", by: "{actor}归档了聊天")
        case .threadCreated: SystemSentence("已开启话题串", by: "{actor}开启了话题串")
        case .payment: SystemSentence("已发送付款", by: "{actor}发送了付款")
        case .gift: SystemSentence("已送出礼物", by: "{actor}送出了礼物")
        case .boost: SystemSentence("聊天已获助力", by: "{actor}为聊天助力")
        case .game: SystemSentence("已玩游戏", by: "{actor}玩了游戏")
        case .historyCleared: SystemSentence("聊天记录已清空", by: "{actor}清空了聊天记录")
        case .locationShared: SystemSentence("已分享位置", by: "{actor}分享了位置")
        case .joinedService: SystemSentence("有联系人加入", by: "{actor}来到这里")
        }
    }
}
