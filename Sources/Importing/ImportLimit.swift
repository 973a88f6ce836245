/// The limits that an import can run into, each under the name of its setting.
package enum ImportLimit: String, Sendable, CaseIterable {
    case messages, participants, messageCharacters, attachments, mediaBytes, totalMediaBytes
    case documentBytes, archiveEntries, archiveBytes, archiveRatio
}
