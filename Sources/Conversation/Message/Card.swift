/// What an app or a bot sent beside a title and a picture: words, an address, buttons.
package struct Card: Sendable, Equatable {
    package struct Button: Sendable, Equatable {
        package var text: String
        package var url: String?

        package init(text: String, url: String? = nil) {
            self.text = text
            self.url = url
        }
    }

    package var text: String?
    package var url: String?
    package var buttons: [Button] = []

    package init() {}
}
