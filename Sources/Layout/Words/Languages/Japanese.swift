enum Japanese: Vocabulary {
    static let plurals = PluralRule.none

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "送信中…"
        case .sent: "送信済み"
        case .delivered: "配信済み"
        case .read: "既読"
        case .played: "再生済み"
        case .failed: "未配信"
        case .continued: "続き"
        case .edited: "編集済み"
        case .deleted: "このメッセージは削除されました"
        case .deletedByMe: "このメッセージを削除しました"
        case .pinned: "ピン留め"
        case .starred: "スター付き"
        case .forwarded: "転送"
        case .forwardedFrom: "{name}さんから転送"
        case .repliedTo: "{name}さんが{other}さんに返信"
        case .originalMissing: "元のメッセージはこのトークにありません"
        case .transcript: "文字起こし"
        case .translation: "翻訳"
        case .sentWith: "エフェクト：{effect}"
        case .photo: "写真"
        case .video: "動画"
        case .gif: "GIF"
        case .sticker: "スタンプ"
        case .voice: "ボイスメッセージ"
        case .audio: "音声"
        case .videoNote: "ビデオメッセージ"
        case .file: "ファイル"
        case .app: "アプリ"
        case .contact: "連絡先"
        case .location: "位置情報"
        case .liveLocation: "ライブ位置情報"
        case .link: "リンク"
        case .poll: "投票"
        case .payment: "支払い"
        case .voiceCall: "音声通話"
        case .videoCall: "ビデオ通話"
        case .missedVoiceCall: "不在着信（音声）"
        case .missedVideoCall: "不在着信（ビデオ）"
        case .incomingVoiceCall: "音声通話の着信"
        case .incomingVideoCall: "ビデオ通話の着信"
        case .outgoingVoiceCall: "音声通話の発信"
        case .outgoingVideoCall: "ビデオ通話の発信"
        case .declined: "拒否"
        case .busy: "話し中"
        case .unanswered: "応答なし"
        case .callFailed: "通話できませんでした"
        case .finalResults: "最終結果"
        case .yourChoice: "あなたの選択"
        case .paymentSent: "支払い済み"
        case .paymentReceived: "受け取り済み"
        case .redactedPhoto: "黒塗りの写真"
        case .redactedVideo: "黒塗りの動画"
        case .redactedGIF: "黒塗りのGIF"
        case .redactedSticker: "黒塗りのスタンプ"
        case .redactedVoice: "黒塗りのボイスメッセージ"
        case .redactedAudio: "黒塗りの音声"
        case .redactedVideoNote: "黒塗りのビデオメッセージ"
        case .redactedFile: "黒塗りのファイル"
        case .redactedContact: "黒塗りの連絡先"
        case .redactedLocation: "黒塗りの位置情報"
        case .redactedCard: "黒塗りのカード"
        case .redactedPoll: "黒塗りの投票"
        case .redactedCall: "黒塗りの通話"
        case .redactedPayment: "黒塗りの支払い"
        case .redactedLink: "黒塗りのリンク"
        case .notAvailable: "利用できません"
        case .notStated: "記載なし"
        case .unsupported: "対応していないメッセージ：{kind}"
        case .you: "あなた"
        case .typing: "入力中…"
        case .unread: "未読メッセージ"
        case .lastTwo: "{a}、{b}"
        case .comma: "、"
        case .hours: "{n}時間"
        case .minutes: "{n}分"
        case .seconds: "{n}秒"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n}票")
        case .voters: PluralForms(other: "{n}人が投票")
        case .replies: PluralForms(other: "{n}件の返信")
        case .photos: PluralForms(other: "{n}枚の写真")
        case .unread: PluralForms(other: "未読メッセージ{n}件")
        case .more: PluralForms(other: "ほか{n}件")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "メンバーが追加されました", by: "{actor}さんがメンバーを追加しました",
                both: "{actor}さんが{targets}さんを追加しました", on: "追加：{targets}")
        case .memberJoined: SystemSentence("メンバーが参加しました", by: "{actor}さんが参加しました")
        case .memberLeft: SystemSentence("メンバーが退出しました", by: "{actor}さんが退出しました")
        case .memberRemoved:
            SystemSentence(
                "メンバーが削除されました", by: "{actor}さんがメンバーを削除しました",
                both: "{actor}さんが{targets}さんを削除しました", on: "削除：{targets}")
        case .adminAdded:
            SystemSentence(
                "管理者が任命されました", by: "{actor}さんが管理者を任命しました",
                both: "{actor}さんが{targets}さんを管理者にしました", on: "新しい管理者：{targets}")
        case .adminRemoved:
            SystemSentence(
                "管理者が解任されました", by: "{actor}さんが管理者を解任しました",
                both: "{actor}さんが{targets}さんを管理者から外しました", on: "管理者から外れました：{targets}")
        case .adminChanged: SystemSentence("管理者が変更されました", by: "{actor}さんが管理者を変更しました")
        case .groupCreated: SystemSentence("グループが作成されました", by: "{actor}さんがグループを作成しました")
        case .channelCreated: SystemSentence("チャンネルが作成されました", by: "{actor}さんがチャンネルを作成しました")
        case .titleChanged: SystemSentence("トーク名が変更されました", by: "{actor}さんがトーク名を変更しました")
        case .photoChanged: SystemSentence("写真が変更されました", by: "{actor}さんが写真を変更しました")
        case .photoRemoved: SystemSentence("写真が削除されました", by: "{actor}さんが写真を削除しました")
        case .topicChanged: SystemSentence("トピックが変更されました", by: "{actor}さんがトピックを変更しました")
        case .descriptionChanged: SystemSentence("説明が変更されました", by: "{actor}さんが説明を変更しました")
        case .settingsChanged: SystemSentence("設定が変更されました", by: "{actor}さんが設定を変更しました")
        case .numberChanged: SystemSentence("電話番号が変更されました", by: "{actor}さんが電話番号を変更しました")
        case .nameChanged: SystemSentence("名前が変更されました", by: "{actor}さんが名前を変更しました")
        case .securityCodeChanged:
            SystemSentence(
                "セキュリティコードが変更されました",
                by: "{actor}さんとのセキュリティコードが変更されました", on: "{targets}さんとのセキュリティコードが変更されました")
        case .encryption:
            SystemSentence("メッセージと通話はエンドツーエンドで暗号化されています", by: "{actor}：メッセージと通話はエンドツーエンドで暗号化されています")
        case .timerChanged:
            SystemSentence("消えるメッセージの時間が変更されました", by: "{actor}さんが消えるメッセージの時間を変更しました")
        case .blocked:
            SystemSentence(
                "連絡先がブロックされました", by: "{actor}さんが連絡先をブロックしました",
                both: "{actor}さんが{targets}さんをブロックしました", on: "ブロック：{targets}")
        case .unblocked:
            SystemSentence(
                "連絡先のブロックが解除されました", by: "{actor}さんが連絡先のブロックを解除しました",
                both: "{actor}さんが{targets}さんのブロックを解除しました", on: "ブロック解除：{targets}")
        case .business: SystemSentence("これはビジネスアカウントです", by: "{actor}はビジネスアカウントです")
        case .pinned: SystemSentence("メッセージがピン留めされました", by: "{actor}さんがメッセージをピン留めしました")
        case .unpinned: SystemSentence("メッセージのピン留めが外されました", by: "{actor}さんがメッセージのピン留めを外しました")
        case .call: SystemSentence("通話が開始されました", by: "{actor}さんが通話を開始しました")
        case .themeChanged: SystemSentence("テーマが変更されました", by: "{actor}さんがテーマを変更しました")
        case .screenshot: SystemSentence("スクリーンショットが撮影されました", by: "{actor}さんがスクリーンショットを撮影しました")
        case .migrated: SystemSentence("グループがアップグレードされました", by: "{actor}さんがグループをアップグレードしました")
        case .archived: SystemSentence("トークがアーカイブされました", by: "{actor}さんがトークをアーカイブしました")
        case .threadCreated: SystemSentence("スレッドが開始されました", by: "{actor}さんがスレッドを開始しました")
        case .payment: SystemSentence("支払いが送信されました", by: "{actor}さんが支払いを送信しました")
        case .gift: SystemSentence("ギフトが送られました", by: "{actor}さんがギフトを送りました")
        case .boost: SystemSentence("トークがブーストされました", by: "{actor}さんがトークをブーストしました")
        case .game: SystemSentence("ゲームがプレイされました", by: "{actor}さんがゲームをプレイしました")
        case .historyCleared: SystemSentence("履歴が消去されました", by: "{actor}さんが履歴を消去しました")
        case .locationShared: SystemSentence("位置情報が共有されました", by: "{actor}さんが位置情報を共有しました")
        case .joinedService: SystemSentence("連絡先が参加しました", by: "{actor}さんが参加しました")
        }
    }
}
