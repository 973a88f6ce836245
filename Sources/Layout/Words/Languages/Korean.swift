enum Korean: Vocabulary {
    static let plurals = PluralRule.none

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .sending: "보내는 중…"
        case .sent: "보냄"
        case .delivered: "전송됨"
        case .read: "읽음"
        case .played: "재생함"
        case .failed: "전송되지 않음"
        case .continued: "계속"
        case .edited: "수정됨"
        case .deleted: "삭제된 메시지입니다"
        case .deletedByMe: "내가 삭제한 메시지입니다"
        case .pinned: "고정됨"
        case .starred: "별표 표시됨"
        case .forwarded: "전달됨"
        case .forwardedFrom: "전달됨: {name}"
        case .repliedTo: "{name} 님이 {other} 님에게 답장"
        case .originalMissing: "원본 메시지가 이 대화에 없습니다"
        case .transcript: "녹취록"
        case .translation: "번역"
        case .sentWith: "효과: {effect}"
        case .photo: "사진"
        case .video: "동영상"
        case .gif: "GIF"
        case .sticker: "스티커"
        case .voice: "음성 메시지"
        case .audio: "오디오"
        case .videoNote: "영상 메시지"
        case .file: "파일"
        case .app: "앱"
        case .contact: "연락처"
        case .location: "위치"
        case .liveLocation: "실시간 위치"
        case .link: "링크"
        case .poll: "투표"
        case .payment: "송금"
        case .voiceCall: "음성 통화"
        case .videoCall: "영상 통화"
        case .missedVoiceCall: "부재중 음성 통화"
        case .missedVideoCall: "부재중 영상 통화"
        case .incomingVoiceCall: "수신 음성 통화"
        case .incomingVideoCall: "수신 영상 통화"
        case .outgoingVoiceCall: "발신 음성 통화"
        case .outgoingVideoCall: "발신 영상 통화"
        case .declined: "거절됨"
        case .busy: "통화 중"
        case .unanswered: "응답 없음"
        case .callFailed: "통화 실패"
        case .finalResults: "최종 결과"
        case .yourChoice: "내 선택"
        case .paymentSent: "송금 보냄"
        case .paymentReceived: "송금 받음"
        case .redactedPhoto: "가려진 사진"
        case .redactedVideo: "가려진 동영상"
        case .redactedGIF: "가려진 GIF"
        case .redactedSticker: "가려진 스티커"
        case .redactedVoice: "가려진 음성 메시지"
        case .redactedAudio: "가려진 오디오"
        case .redactedVideoNote: "가려진 동영상 메시지"
        case .redactedFile: "가려진 파일"
        case .redactedContact: "가려진 연락처"
        case .redactedLocation: "가려진 위치"
        case .redactedCard: "가려진 카드"
        case .redactedPoll: "가려진 투표"
        case .redactedCall: "가려진 통화"
        case .redactedPayment: "가려진 결제"
        case .redactedLink: "가려진 링크"
        case .notAvailable: "사용할 수 없음"
        case .notStated: "명시되지 않음"
        case .unsupported: "지원되지 않는 메시지: {kind}"
        case .you: "나"
        case .typing: "입력 중…"
        case .unread: "읽지 않은 메시지"
        case .lastTwo: "{a}, {b}"
        case .comma: ", "
        case .hours: "{n}시간"
        case .minutes: "{n}분"
        case .seconds: "{n}초"
        }
    }

    static func counted(_ phrase: CountedPhrase) -> PluralForms {
        switch phrase {
        case .votes: PluralForms(other: "{n}표")
        case .voters: PluralForms(other: "{n}명 투표")
        case .replies: PluralForms(other: "답장 {n}개")
        case .photos: PluralForms(other: "사진 {n}장")
        case .unread: PluralForms(other: "읽지 않은 메시지 {n}개")
        case .more: PluralForms(other: "외 {n}개")
        }
    }

    static func sentence(_ action: SystemAction) -> SystemSentence {
        switch action {
        case .memberAdded:
            SystemSentence(
                "멤버가 추가되었습니다", by: "{actor} 님이 멤버를 추가했습니다",
                both: "{actor} 님이 {targets} 님을 추가했습니다", on: "추가됨: {targets}")
        case .memberJoined: SystemSentence("멤버가 참여했습니다", by: "{actor} 님이 참여했습니다")
        case .memberLeft: SystemSentence("멤버가 나갔습니다", by: "{actor} 님이 나갔습니다")
        case .memberRemoved:
            SystemSentence(
                "멤버가 내보내졌습니다", by: "{actor} 님이 멤버를 내보냈습니다",
                both: "{actor} 님이 {targets} 님을 내보냈습니다", on: "내보냄: {targets}")
        case .adminAdded:
            SystemSentence(
                "관리자가 지정되었습니다", by: "{actor} 님이 관리자를 지정했습니다",
                both: "{actor} 님이 {targets} 님을 관리자로 지정했습니다", on: "새 관리자: {targets}")
        case .adminRemoved:
            SystemSentence(
                "관리자가 해제되었습니다", by: "{actor} 님이 관리자를 해제했습니다",
                both: "{actor} 님이 {targets} 님을 관리자에서 해제했습니다", on: "관리자 해제: {targets}")
        case .adminChanged: SystemSentence("관리자가 변경되었습니다", by: "{actor} 님이 관리자를 변경했습니다")
        case .groupCreated: SystemSentence("그룹이 생성되었습니다", by: "{actor} 님이 그룹을 만들었습니다")
        case .channelCreated: SystemSentence("채널이 생성되었습니다", by: "{actor} 님이 채널을 만들었습니다")
        case .titleChanged: SystemSentence("대화 이름이 변경되었습니다", by: "{actor} 님이 대화 이름을 변경했습니다")
        case .photoChanged: SystemSentence("사진이 변경되었습니다", by: "{actor} 님이 사진을 변경했습니다")
        case .photoRemoved: SystemSentence("사진이 삭제되었습니다", by: "{actor} 님이 사진을 삭제했습니다")
        case .topicChanged: SystemSentence("주제가 변경되었습니다", by: "{actor} 님이 주제를 변경했습니다")
        case .descriptionChanged: SystemSentence("설명이 변경되었습니다", by: "{actor} 님이 설명을 변경했습니다")
        case .settingsChanged: SystemSentence("설정이 변경되었습니다", by: "{actor} 님이 설정을 변경했습니다")
        case .numberChanged: SystemSentence("전화번호가 변경되었습니다", by: "{actor} 님이 전화번호를 변경했습니다")
        case .nameChanged: SystemSentence("이름이 변경되었습니다", by: "{actor} 님이 이름을 변경했습니다")
        case .securityCodeChanged:
            SystemSentence(
                "보안 코드가 변경되었습니다",
                by: "{actor} 님과의 보안 코드가 변경되었습니다", on: "{targets} 님과의 보안 코드가 변경되었습니다")
        case .encryption:
            SystemSentence("메시지와 통화는 종단 간 암호화됩니다", by: "{actor}: 메시지와 통화는 종단 간 암호화됩니다")
        case .timerChanged:
            SystemSentence("사라지는 메시지의 시간이 변경되었습니다", by: "{actor} 님이 사라지는 메시지의 시간을 변경했습니다")
        case .blocked:
            SystemSentence(
                "연락처가 차단되었습니다", by: "{actor} 님이 연락처를 차단했습니다",
                both: "{actor} 님이 {targets} 님을 차단했습니다", on: "차단됨: {targets}")
        case .unblocked:
            SystemSentence(
                "연락처 차단이 해제되었습니다", by: "{actor} 님이 연락처 차단을 해제했습니다",
                both: "{actor} 님이 {targets} 님의 차단을 해제했습니다", on: "차단 해제됨: {targets}")
        case .business: SystemSentence("비즈니스 계정입니다", by: "{actor} 님은 비즈니스 계정입니다")
        case .pinned: SystemSentence("메시지가 고정되었습니다", by: "{actor} 님이 메시지를 고정했습니다")
        case .unpinned: SystemSentence("메시지 고정이 해제되었습니다", by: "{actor} 님이 메시지 고정을 해제했습니다")
        case .call: SystemSentence("통화가 시작되었습니다", by: "{actor} 님이 통화를 시작했습니다")
        case .themeChanged: SystemSentence("테마가 변경되었습니다", by: "{actor} 님이 테마를 변경했습니다")
        case .screenshot: SystemSentence("스크린샷이 촬영되었습니다", by: "{actor} 님이 스크린샷을 찍었습니다")
        case .migrated: SystemSentence("그룹이 업그레이드되었습니다", by: "{actor} 님이 그룹을 업그레이드했습니다")
        case .archived: SystemSentence("대화가 보관되었습니다", by: "{actor} 님이 대화를 보관했습니다")
        case .threadCreated: SystemSentence("스레드가 시작되었습니다", by: "{actor} 님이 스레드를 시작했습니다")
        case .payment: SystemSentence("송금이 완료되었습니다", by: "{actor} 님이 송금했습니다")
        case .gift: SystemSentence("선물이 전송되었습니다", by: "{actor} 님이 선물을 보냈습니다")
        case .boost: SystemSentence("대화가 부스트되었습니다", by: "{actor} 님이 대화를 부스트했습니다")
        case .game: SystemSentence("게임을 플레이했습니다", by: "{actor} 님이 게임을 플레이했습니다")
        case .historyCleared: SystemSentence("기록이 삭제되었습니다", by: "{actor} 님이 기록을 삭제했습니다")
        case .locationShared: SystemSentence("위치가 공유되었습니다", by: "{actor} 님이 위치를 공유했습니다")
        case .joinedService: SystemSentence("연락처가 참여했습니다", by: "{actor} 님이 참여했습니다")
        }
    }
}
