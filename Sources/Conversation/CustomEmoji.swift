/// A picture that stands for an emoji's name in texts and reactions.
package struct CustomEmoji: Sendable, Equatable {
    package var name: String
    package var media: MediaIndex

    package init(name: String, media: MediaIndex) {
        self.name = name
        self.media = media
    }
}
