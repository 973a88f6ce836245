import Model

/// The limits of an input. The defaults are those of the service.
///
///     var configuration = Chatprint.Configuration()
///     configuration.limits.messages = 5_000
public struct RenderLimits: Sendable, Equatable {
    var value = Limits()

    public init() {}

    /// The maximum number of messages in a conversation.
    public var messages: Int {
        get { value.messages }
        set { value.messages = newValue }
    }

    /// The maximum number of participants in a conversation.
    public var participants: Int {
        get { value.participants }
        set { value.participants = newValue }
    }

    /// The maximum number of characters in a message.
    public var messageCharacters: Int {
        get { value.messageCharacters }
        set { value.messageCharacters = newValue }
    }

    /// The maximum nesting depth of JSON.
    public var jsonDepth: Int {
        get { value.jsonDepth }
        set { value.jsonDepth = newValue }
    }

    /// The maximum number of attachments in a conversation.
    public var attachments: Int {
        get { value.attachments }
        set { value.attachments = newValue }
    }

    /// The maximum size of an attachment in bytes.
    public var mediaBytes: Int {
        get { value.mediaBytes }
        set { value.mediaBytes = newValue }
    }

    /// The maximum size of all attachments in bytes.
    public var totalMediaBytes: Int {
        get { value.totalMediaBytes }
        set { value.totalMediaBytes = newValue }
    }

    /// The maximum number of pixels of a decoded picture.
    public var picturePixels: Int {
        get { value.picturePixels }
        set { value.picturePixels = newValue }
    }

    /// The maximum number of pixels of all decoded pictures.
    public var totalPicturePixels: Int {
        get { value.totalPicturePixels }
        set { value.totalPicturePixels = newValue }
    }

    /// The maximum number of pixels of an output.
    public var outputPixels: Int {
        get { value.outputPixels }
        set { value.outputPixels = newValue }
    }

    /// The maximum number of pages of an output.
    public var pages: Int {
        get { value.pages }
        set { value.pages = newValue }
    }

    /// The maximum number of frames of one clip.
    public var frames: Int {
        get { value.frames }
        set { value.frames = newValue }
    }

    /// The maximum number of steps when searching all texts for redactions and filters.
    public var searchSteps: Int {
        get { value.searchSteps }
        set { value.searchSteps = newValue }
    }

    /// The maximum size of a file in an export, in bytes.
    public var documentBytes: Int {
        get { value.documentBytes }
        set { value.documentBytes = newValue }
    }

    /// The maximum number of files in an archive.
    public var archiveEntries: Int {
        get { value.archiveEntries }
        set { value.archiveEntries = newValue }
    }

    /// The maximum size of all files in an archive when unpacked, in bytes.
    public var archiveBytes: Int {
        get { value.archiveBytes }
        set { value.archiveBytes = newValue }
    }

    /// The maximum ratio of the unpacked to the packed size of a file in an archive.
    public var archiveRatio: Int {
        get { value.archiveRatio }
        set { value.archiveRatio = newValue }
    }
}
