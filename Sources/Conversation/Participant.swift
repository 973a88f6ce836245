package struct Participant: Sendable, Equatable {
    package var id: String
    package var name: String
    /// A number, a mail address, an @name.
    package var handle: String?
    package var avatar: MediaIndex?
    /// 0xRRGGBB.
    package var color: UInt32?
    /// `admin` and the like, as the caller wrote it.
    package var role: String?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
