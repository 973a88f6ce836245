/// The meaning of a field in another program's message, as Chatprint's name for it.
package enum ForeignField: String, Sendable, CaseIterable {
    case sender, senderID, time, text, id, reply, isMe

    var ownName: String {
        switch self {
        case .sender, .senderID: "from"
        case .time: "at"
        case .text: "text"
        case .id: "id"
        case .reply: "reply_to"
        case .isMe: "is_me"
        }
    }

    /// The common names, the most specific first, in lowercase without separators: `created_at`,
    /// `createdAt` and `CreatedAt` are the same name.
    private static let names: [ForeignField: [String]] = [
        .sender: [
            "sendername", "authorname", "fromname", "senderdisplayname", "username", "displayname",
            "sender", "from", "author", "user", "u", "creator", "createdby", "speaker", "sentby",
            "postedby", "commenter", "participant", "member", "nickname", "nick", "pushname",
            "screenname",
            "handle", "name", "role",
        ],
        .senderID: [
            "senderid", "authorid", "fromid", "userid", "senderuuid", "authoruuid", "useruuid",
            "creatorid", "memberid", "participantid",
        ],
        .time: [
            "at", "timestamp", "timestampms", "datetime", "dateunixtime", "unixtime",
            "unixtimestamp", "createdat", "createtime", "createddatetime", "created", "sentat",
            "senttime", "postedat", "publishedat", "insertedat", "messagetime", "messagedate",
            "msgtime", "senddate", "ts",
            "time", "date",
        ],
        .text: [
            "text", "content", "body", "message", "messagetext", "messagebody", "textcontent",
            "msg", "mes", "value", "markdown", "parts", "caption",
        ],
        .id: ["id", "messageid", "msgid", "uuid", "guid"],
        .reply: [
            "replyto", "replytoid", "replytomessageid", "replytomsgid", "inreplyto",
            "inreplytoid", "quotedmessageid",
        ],
        .isMe: [
            "isme", "fromme", "isfromme", "issender", "isoutgoing", "outgoing", "ismine", "isuser",
        ],
    ]

    private static let meanings: [String: (field: ForeignField, rank: Int)] = {
        var meanings: [String: (field: ForeignField, rank: Int)] = [:]
        for (field, names) in names {
            for (rank, name) in names.enumerated() { meanings[name] = (field, rank) }
        }
        return meanings
    }()

    /// Lower ranks are preferred.
    package static func meaning(of name: String) -> (field: ForeignField, rank: Int)? {
        meanings[plain(name)]
    }

    private static let maxName = 32

    /// In lowercase without separators; empty if the name is longer than any common name.
    package static func plain(_ name: String) -> String {
        guard name.utf8.count <= maxName else { return "" }
        var plain: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte | 0x20)
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "): break
            default: plain.append(byte)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
