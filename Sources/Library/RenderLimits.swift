import Conversation

/// How much of anything an input may contain. The defaults are those of the service.
///
///     var configuration = Chatprint.Configuration()
///     configuration.limits.messages = 5_000
public struct RenderLimits: Sendable, Equatable {
    var value = Limits()

    public init() {}

    /// Messages of a conversation.
    public var messages: Int {
        get { value.messages }
        set { value.messages = newValue }
    }

    /// Participants of a conversation.
    public var participants: Int {
        get { value.participants }
        set { value.participants = newValue }
    }

    /// Characters of one message.
    public var messageCharacters: Int {
        get { value.messageCharacters }
        set { value.messageCharacters = newValue }
    }

    /// Levels of nested JSON.
    public var jsonDepth: Int {
        get { value.jsonDepth }
        set { value.jsonDepth = newValue }
    }

    /// Attachments of a conversation.
    public var attachments: Int {
        get { value.attachments }
        set { value.attachments = newValue }
    }

    /// Bytes of one attachment.
    public var mediaBytes: Int {
        get { value.mediaBytes }
        set { value.mediaBytes = newValue }
    }

    /// Bytes of all attachments.
    public var totalMediaBytes: Int {
        get { value.totalMediaBytes }
        set { value.totalMediaBytes = newValue }
    }

    /// Pixels of one picture, decoded.
    public var picturePixels: Int {
        get { value.picturePixels }
        set { value.picturePixels = newValue }
    }

    /// Pixels of all pictures, decoded.
    public var totalPicturePixels: Int {
        get { value.totalPicturePixels }
        set { value.totalPicturePixels = newValue }
    }

    /// Pixels of one output.
    public var outputPixels: Int {
        get { value.outputPixels }
        set { value.outputPixels = newValue }
    }

    /// Pages of one output.
    public var pages: Int {
        get { value.pages }
        set { value.pages = newValue }
    }

    /// Pictures of one clip.
    public var frames: Int {
        get { value.frames }
        set { value.frames = newValue }
    }

    /// Steps of searching all texts for redactions and filters.
    public var searchSteps: Int {
        get { value.searchSteps }
        set { value.searchSteps = newValue }
    }

    /// Bytes of one file of an export.
    public var documentBytes: Int {
        get { value.documentBytes }
        set { value.documentBytes = newValue }
    }

    /// Files of an archive.
    public var archiveEntries: Int {
        get { value.archiveEntries }
        set { value.archiveEntries = newValue }
    }

    /// Bytes of all files of an archive, unpacked.
    public var archiveBytes: Int {
        get { value.archiveBytes }
        set { value.archiveBytes = newValue }
    }

    /// How many times its packed size a file of an archive may unpack to.
    public var archiveRatio: Int {
        get { value.archiveRatio }
        set { value.archiveRatio = newValue }
    }
}
