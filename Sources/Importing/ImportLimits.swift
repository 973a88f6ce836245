package import Conversation

/// How much an export may hold; each is a setting of the same name.
package struct ImportLimits: Sendable, Equatable {
    package var conversation = Limits()
    /// Bytes of one text, JSON, XML or HTML file.
    package var documentBytes = 256 << 20
    /// Files in an archive. A Slack export has one for each channel and day.
    package var archiveEntries = 200_000
    /// Bytes taken out of an archive, all files together.
    package var archiveBytes = 512 << 20
    /// How many times its packed size a file of more than a MiB may unpack to. Chat text packs
    /// about 10:1 and repetitive JSON 60:1; deflate can reach 1,032:1.
    package var archiveRatio = 250

    package init() {}
}
