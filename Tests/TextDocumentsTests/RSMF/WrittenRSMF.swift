import Basics
import Model
import TestSupport

@testable import Importing
@testable import TextDocuments

/// Our own JSON, written as RSMF and taken apart again.
struct WrittenRSMF {
    struct Mail {
        let name: String
        let bytes: [UInt8]
        let fields: [String: String]
        let text: String
        /// From `rsmf.zip`.
        let files: [String: [UInt8]]
        let manifest: JSONValue
    }

    let zip: [UInt8]
    let mails: [Mail]
    let warning: Warning?

    init(
        _ json: String, name: String = "chat", custodian: String? = nil,
        budget: WorkBudget = .unlimited, check: (Int) throws -> Void = { _ in }
    ) throws {
        let request = try ConversationDecoder.decode(Array(json.utf8))
        let conversation = try request.prepared().conversation
        var names: [MediaIndex: String] = [:]
        for index in conversation.media.indices where !conversation.isRedacted {
            names[index] = "media-\(index + 1)"
        }
        let digests = conversation.messages.indices.map { "digest-\($0 + 1)" }
        let source = RSMFSource(
            generator: "Test 1.0", custodian: custodian, fileNames: names, digests: digests,
            collection: "collection", name: name)
        let archive = RSMFArchive(
            conversation, source, options: request.options,
            language: Languages.of(conversation.locale), budget: budget)
        let sink = ByteSink()
        try archive.write(to: sink, check: check)
        zip = sink.bytes
        warning = RSMFLosses(conversation, holds: Set(names.keys))
            .warning(.unlimited)
        mails = try Self.files(in: zip).map { try Self.mail($0.name, $0.bytes) }
    }

    private static func mail(_ name: String, _ bytes: [UInt8]) throws -> Mail {
        let mail = MailMessage(bytes)
        let parts = mail.parts()
        var files: [String: [UInt8]] = [:]
        let inner = mail.decoded(parts[1], limit: .max) ?? []
        for file in try Self.files(in: inner) { files[file.name] = file.bytes }
        return Mail(
            name: name, bytes: bytes, fields: mail.fields,
            text: String(decoding: mail.decoded(parts[0], limit: .max) ?? [], as: UTF8.self),
            files: files, manifest: try JSONValue(parsing: files[RSMF.manifest] ?? []))
    }

    private static func files(in zip: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
        let limits = Limits()
        let archive = try ZipArchive(ByteSource(zip), limits: limits)
        return try archive.entries.map { ($0.name, try archive.bytes(of: $0, limits: limits)) }
    }

    func readBack() throws -> Conversation {
        try Importing.read(zip, name: "chat.zip", phrases: try WrittenRSMF.phrases.get())
            .conversation
    }

    private static let phrases = Result { () throws(ImportPhrasesFault) in
        try ImportPhrases(folder: Checkout.path("config/imports"))
    }

    /// Three people over three days, and everything the format has a field for.
    static let rich = #"""
        {"title": "Hikers", "kind": "group", "me": "ana", "service": "whatsapp", "timezone": "Europe/Berlin",
         "participants": [{"id": "ana", "name": "Ana Ruiz", "handle": "ana@example.org"},
          {"id": "ben", "name": "Ben Ito", "handle": "+49 170 1"}, {"id": "cem", "name": "Cem, D."}],
         "messages": [
          {"id": "a", "from": "ben", "at": "2026-05-31T23:30:00+02:00", "text": "Grüße\nfrom the hut",
           "reactions": [{"emoji": "👍", "count": 3, "by": ["ana", "Cem, D."]}, "🎉"]},
          {"id": "b", "from": "ana", "at": "2026-05-31T21:45:00Z", "text": "second", "reply_to": {"id": "a"},
           "edited": {"at": "2026-05-31T23:50:00+02:00", "history": [{"text": "first"},
            {"at": "2026-05-31T23:48:00+02:00", "text": "between"}]}},
          {"from": "ana", "text": "without a time", "starred": true},
          {"id": "d", "from": "cem", "at": "2026-06-01T00:10:00", "text": "next day", "reply_to": {"id": "b"}},
          {"id": "e", "from": "ben", "at": "2026-06-01T08:00:00+02:00", "deleted": true},
          {"id": "f", "from": "ben", "at": "2026-06-01T08:01:00+02:00", "attachments": [
            {"kind": "image", "name": "lake.png", "src": {"data": "\#(TestImage.dot)"}}]},
          {"id": "g", "kind": "system", "at": "2026-06-02T09:00:00+02:00", "system": {"action": "member_joined", "actors": ["Cem, D."]}},
          {"id": "h", "kind": "system", "at": "2026-06-02T09:01:00+02:00", "system": {"action": "member_left", "actors": ["Ben Ito"]}},
          {"id": "i", "kind": "note", "at": "2026-06-02T09:02:00+02:00", "text": "Collected for a matter"}]}
        """#
}
