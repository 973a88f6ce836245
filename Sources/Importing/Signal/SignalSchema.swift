import Basics
import Readers

/// Signal's backup format, Backup.proto: the names of the fields of its messages, by which a
/// message in protobuf's encoding becomes the JSON of Signal's own export.
///
/// Fields that no chat shows, such as keys and settings, are not listed.
enum SignalSchema {
    /// Returns nil unless all bytes are whole fields.
    static func value(_ bytes: [UInt8], of type: String) -> JSONValue? {
        ProtobufFields(bytes).map { value($0, of: type) }
    }

    static func value(_ message: ProtobufFields, of type: String) -> JSONValue {
        let known = types[type] ?? [:]
        var members: [JSONValue.Member] = []
        /// The places of repeated fields, whose values follow each other in most messages.
        var places: [Int: Int] = [:]
        var lists: [Int: [JSONValue]] = [:]
        for field in message.fields {
            guard let meaning = known[field.number] else {
                // A newer kind of item becomes a notice that names it.
                if isOpen.contains(type), case .bytes = field.value {
                    members.append(JSONValue.Member("item\(field.number)", .object([])))
                }
                continue
            }
            guard let value = meaning.value(field.value, in: message) else { continue }
            if !meaning.isRepeated {
                members.append(JSONValue.Member(meaning.name, value))
            } else {
                if places[field.number] == nil {
                    places[field.number] = members.count
                    members.append(JSONValue.Member(meaning.name, .array([])))
                }
                lists[field.number, default: []].append(value)
            }
        }
        for (number, place) in places { members[place].value = .array(lists[number] ?? []) }
        return .object(members)
    }

    private struct Field {
        enum Content {
            case number, flag, text, bytes
            case name([String])
            case message(String)
        }

        let name: String
        let isRepeated: Bool
        let content: Content

        /// Returns nil for a value of another type.
        func value(_ value: ProtobufFields.Value, in message: ProtobufFields) -> JSONValue? {
            switch (content, value) {
            case (.number, .varint(let number)), (.number, .fixed64(let number)):
                .number(String(number))
            case (.number, .fixed32(let number)): .number(String(number))
            case (.flag, .varint(let number)): .bool(number != 0)
            case (.name(let names), .varint(let number)):
                names.indices.contains(Int(clamping: number))
                    ? .string(names[Int(clamping: number)]) : .number(String(number))
            case (.text, .bytes(let bytes)): .string(String(decoding: bytes, as: UTF8.self))
            case (.bytes, .bytes(let bytes)): .string(Base64.text(of: Array(bytes)))
            case (.message(let type), .bytes(let bytes)):
                message.message(bytes).map { SignalSchema.value($0, of: type) }
            default: nil
            }
        }
    }

    /// The types whose unknown fields are items.
    private static let isOpen: Set<String> = ["ChatItem", "ChatUpdate", "GroupUpdate"]

    private static let types: [String: [Int: Field]] = {
        var names: [Substring: [String]] = [:]
        for line in enumerations.split(separator: "\n") {
            let words = line.split(separator: " ")
            names[words[0]] = words.dropFirst().map(String.init)
        }
        var types: [String: [Int: Field]] = [:]
        for line in messages.split(separator: "\n") {
            let words = line.split(separator: " ")
            var fields: [Int: Field] = [:]
            for place in stride(from: 1, to: words.count - 1, by: 2) {
                guard let number = Int(words[place]) else { continue }
                fields[number] = field(words[place + 1], names)
            }
            types[String(words[0])] = fields
        }
        return types
    }()

    private static func field(_ word: Substring, _ names: [Substring: [String]]) -> Field {
        let isRepeated = word.hasPrefix("*")
        let parts = word.drop { $0 == "*" }.split(separator: ":")
        let content: Field.Content =
            switch parts.dropFirst().first ?? "" {
            case "": .number
            case "flag": .flag
            case "text": .text
            case "bytes": .bytes
            case let type: names[type].map { .name($0) } ?? .message(String(type))
            }
        return Field(name: String(parts[0]), isRepeated: isRepeated, content: content)
    }

    /// A type on each line, and its fields by number. An asterisk marks repeated ones.
    private static let messages = """
        BackupInfo 1 version 2 backupTimeMs 4 currentAppVersion:text
        Frame 1 account:Account 2 recipient:Recipient 3 chat:Chat 4 chatItem:ChatItem 5 stickerPack:Empty 6 adHocCall:Empty 7 notificationProfile:Empty 8 chatFolder:Empty
        Empty
        Account 2 username:text 4 givenName:text 5 familyName:text
        Recipient 1 id 2 contact:Contact 3 group:Group 4 distributionList:Empty 5 self:Empty 6 releaseNotes:Empty 7 callLink:CallLink
        Contact 1 aci:bytes 2 pni:bytes 3 username:text 4 e164 11 profileGivenName:text 12 profileFamilyName:text 16 nickname:ContactName 17 note:text 18 systemGivenName:text 19 systemFamilyName:text 20 systemNickname:text
        ContactName 1 given:text 2 family:text
        Group 5 snapshot:GroupSnapshot
        GroupSnapshot 2 title:GroupText 7 *members:GroupMember 11 description:GroupText
        GroupText 1 title:text 4 descriptionText:text
        GroupMember 1 userId:bytes 2 role:Role
        CallLink 3 name:text
        Chat 1 id 2 recipientId 3 archived:flag
        ChatItem 1 chatId 2 authorId 3 dateSent 4 expireStartDate 5 expiresInMs 6 *revisions:ChatItem 7 sms:flag 8 incoming:Incoming 9 outgoing:Outgoing 10 directionless:Empty 11 standardMessage:StandardMessage 12 contactMessage:ContactMessage 13 stickerMessage:StickerMessage 14 remoteDeletedMessage:Empty 15 updateMessage:ChatUpdate 16 paymentNotification:Payment 17 giftBadge:GiftBadge 18 viewOnceMessage:ViewOnce 19 directStoryReplyMessage:StoryReply 20 poll:Poll 21 pinDetails:Pin 22 adminDeletedMessage:AdminDeleted
        Incoming 1 dateReceived 2 dateServerSent 3 read:flag 4 sealedSender:flag
        Outgoing 1 *sendStatus:SendStatus 2 dateReceived
        SendStatus 1 recipientId 2 timestamp 3 pending:Empty 4 sent:Empty 5 delivered:Empty 6 read:Empty 7 viewed:Empty 8 skipped:Empty 9 failed:Empty
        Text 1 body:text 2 *bodyRanges:BodyRange
        BodyRange 1 start 2 length 3 mentionAci:bytes 4 style:Style
        StandardMessage 1 quote:Quote 2 text:Text 3 *attachments:MessageAttachment 4 *linkPreview:LinkPreview 5 longText:FilePointer 6 *reactions:Reaction
        ContactMessage 1 contact:ContactCard 2 *reactions:Reaction
        StickerMessage 1 sticker:Sticker 2 *reactions:Reaction
        ViewOnce 1 attachment:MessageAttachment 2 *reactions:Reaction
        StoryReply 1 textReply:TextReply 2 emoji:text 3 *reactions:Reaction
        TextReply 1 text:Text 2 longText:FilePointer
        Pin 1 pinnedAtTimestamp
        AdminDeleted 1 adminId
        Payment 1 amountMob:text 2 feeMob:text 3 note:text
        GiftBadge 2 state
        ContactCard 1 name:CardName 3 *number:CardValue 4 *email:CardValue 5 *address:CardAddress 7 organization:text
        CardName 1 givenName:text 2 familyName:text 3 prefix:text 4 suffix:text 5 middleName:text 6 nickname:text
        CardValue 1 value:text 3 label:text
        CardAddress 2 label:text 3 street:text 4 pobox:text 5 neighborhood:text 6 city:text 7 region:text 8 postcode:text 9 country:text
        Sticker 3 stickerId 4 emoji:text 5 data:FilePointer
        LinkPreview 1 url:text 2 title:text 3 image:FilePointer 4 description:text 5 date
        MessageAttachment 1 pointer:FilePointer 2 flag:Flag 3 wasDownloaded:flag
        FilePointer 4 contentType:text 7 fileName:text 8 width 9 height 10 caption:text 13 locatorInfo:Locator
        Locator 3 size 9 localKey:bytes 10 plaintextHash:bytes
        Quote 1 targetSentTimestamp 2 authorId 3 text:Text 4 *attachments:QuotedAttachment 5 type:QuoteType
        QuotedAttachment 1 contentType:text 2 fileName:text 3 thumbnail:MessageAttachment
        Reaction 1 emoji:text 2 authorId 3 sentTimestamp 4 sortOrder
        Poll 1 question:text 2 allowMultiple:flag 3 *options:PollOption 4 hasEnded:flag
        PollOption 1 option:text 2 *votes:PollVote
        PollVote 1 voterId 2 voteCount
        ChatUpdate 1 simpleUpdate:SimpleUpdate 2 groupChange:GroupChange 3 expirationTimerChange:TimerChange 4 profileChange:ProfileChange 5 threadMerge:ThreadMerge 6 sessionSwitchover:SessionSwitchover 7 individualCall:IndividualCall 8 groupCall:GroupCall 9 learnedProfileChange:LearnedProfile 10 pollTerminate:PollEnd 11 pinMessage:PinUpdate
        SimpleUpdate 1 type:SimpleType
        TimerChange 1 expiresInMs
        ProfileChange 1 previousName:text 2 newName:text
        ThreadMerge 1 previousE164
        SessionSwitchover 1 e164
        LearnedProfile 1 e164 2 username:text
        PollEnd 1 targetSentTimestamp 2 question:text
        PinUpdate 1 targetSentTimestamp
        IndividualCall 1 callId 2 type:CallType 3 direction:CallDirection 4 state:CallState 5 startedCallTimestamp 6 read:flag
        GroupCall 1 callId 2 state:GroupCallState 3 ringerRecipientId 4 startedCallRecipientId 5 startedCallTimestamp 6 endedCallTimestamp 7 read:flag
        GroupChange 1 *updates:GroupUpdate
        GroupUpdate 1 genericGroupUpdate:Updater 2 groupCreationUpdate:Updater 3 groupNameUpdate:GroupName 4 groupAvatarUpdate:GroupAvatar 5 groupDescriptionUpdate:GroupDescription 6 groupMembershipAccessLevelChangeUpdate:Updater 7 groupAttributesAccessLevelChangeUpdate:Updater 8 groupAnnouncementOnlyChangeUpdate:Announcement 9 groupAdminStatusUpdate:AdminStatus 10 groupMemberLeftUpdate:Left 11 groupMemberRemovedUpdate:Removed 12 selfInvitedToGroupUpdate:Inviter 13 selfInvitedOtherUserToGroupUpdate:Invitee 14 groupUnknownInviteeUpdate:Inviter 15 groupInvitationAcceptedUpdate:Accepted 16 groupInvitationDeclinedUpdate:Declined 17 groupMemberJoinedUpdate:NewMember 18 groupMemberAddedUpdate:Added 19 groupSelfInvitationRevokedUpdate:Updater 20 groupInvitationRevokedUpdate:Updater 21 groupJoinRequestUpdate:Requestor 22 groupJoinRequestApprovalUpdate:Approval 23 groupJoinRequestCanceledUpdate:Requestor 24 groupInviteLinkResetUpdate:Updater 25 groupInviteLinkEnabledUpdate:Updater 26 groupInviteLinkAdminApprovalUpdate:Updater 27 groupInviteLinkDisabledUpdate:Updater 28 groupMemberJoinedByLinkUpdate:NewMember 29 groupV2MigrationUpdate:Empty 30 groupV2MigrationSelfInvitedUpdate:Empty 31 groupV2MigrationInvitedMembersUpdate:Empty 32 groupV2MigrationDroppedMembersUpdate:Empty 33 groupSequenceOfRequestsAndCancelsUpdate:Requestor 34 groupExpirationTimerUpdate:GroupTimer
        Updater 1 updaterAci:bytes
        GroupName 1 updaterAci:bytes 2 newGroupName:text
        GroupAvatar 1 updaterAci:bytes 2 wasRemoved:flag
        GroupDescription 1 updaterAci:bytes 2 newDescription:text
        Announcement 1 updaterAci:bytes 2 isAnnouncementOnly:flag
        AdminStatus 1 updaterAci:bytes 2 memberAci:bytes 3 wasAdminStatusGranted:flag
        Left 1 aci:bytes
        Removed 1 removerAci:bytes 2 removedAci:bytes
        Inviter 1 inviterAci:bytes 2 inviteeCount
        Invitee 1 inviteeServiceId:bytes
        Accepted 1 inviterAci:bytes 2 newMemberAci:bytes
        Declined 1 inviterAci:bytes 2 inviteeAci:bytes
        NewMember 1 newMemberAci:bytes
        Added 1 updaterAci:bytes 2 newMemberAci:bytes
        Requestor 1 requestorAci:bytes 2 count
        Approval 1 requestorAci:bytes 2 updaterAci:bytes 3 wasApproved:flag
        GroupTimer 1 expiresInMs 2 updaterAci:bytes
        MessageExtras 1 gv2UpdateDescription:StoredGroupUpdate 3 profileChangeDetails:ProfileDetails 5 pollTerminate:Empty 6 pinnedMessage:Empty
        StoredGroupUpdate 2 groupChangeUpdate:GroupChange
        ProfileDetails 1 profileNameChange:StoredNameChange
        StoredNameChange 1 previous:text 2 new:text
        StoredRanges 1 *ranges:StoredRange
        StoredRange 1 start 2 length 3 mentionUuid:text 4 style:StoredStyle
        StoredReactions 1 *reactions:StoredReaction
        StoredReaction 1 emoji:text 2 author 3 sentTime
        """

    /// The names of an enumeration's values on each line, from zero.
    private static let enumerations = """
        Style NONE BOLD ITALIC SPOILER STRIKETHROUGH MONOSPACE
        StoredStyle BOLD ITALIC SPOILER STRIKETHROUGH MONOSPACE
        Role UNKNOWN DEFAULT ADMINISTRATOR
        Flag NONE VOICE_MESSAGE BORDERLESS GIF
        QuoteType UNKNOWN NORMAL GIFT_BADGE VIEW_ONCE POLL
        CallType UNKNOWN_TYPE AUDIO_CALL VIDEO_CALL
        CallDirection UNKNOWN_DIRECTION INCOMING OUTGOING
        CallState UNKNOWN_STATE ACCEPTED NOT_ACCEPTED MISSED MISSED_NOTIFICATION_PROFILE
        GroupCallState UNKNOWN_STATE GENERIC JOINED RINGING ACCEPTED DECLINED MISSED MISSED_NOTIFICATION_PROFILE OUTGOING_RING
        SimpleType UNKNOWN JOINED_SIGNAL IDENTITY_UPDATE IDENTITY_VERIFIED IDENTITY_DEFAULT CHANGE_NUMBER RELEASE_CHANNEL_DONATION_REQUEST END_SESSION CHAT_SESSION_REFRESH BAD_DECRYPT PAYMENTS_ACTIVATED PAYMENT_ACTIVATION_REQUEST UNSUPPORTED_PROTOCOL_MESSAGE REPORTED_SPAM BLOCKED UNBLOCKED MESSAGE_REQUEST_ACCEPTED
        """
}
