package import Scene

/// The app's bars above and below the messages, if its screen is drawn around them.
package struct ScreenStyle: Sendable, Equatable {
    /// The bar at the top, with the status bar above it.
    package struct Bar: Sendable, Equatable {
        package var fill: Color
        package var line: Color?
        package var icons: Color
        package var title: Color
        package var subtitle: Color
        package var height: Double
        package var alignment: HeaderStyle.Alignment
        /// The diameter of the picture, or 0 for none.
        package var avatarSize: Double
        package var titleSize: Double
        package var titleWeight: Int
        package var subtitleSize: Double
        package var presence: Presence
        package var leading: [ScreenIcon]
        package var trailing: [ScreenIcon]
    }

    /// The bar at the bottom, for typing messages.
    package struct Input: Sendable, Equatable {
        package var fill: Color
        package var line: Color?
        package var icons: Color
        /// The color of the discs behind some icons.
        package var accent: Color
        package var height: Double
        package var field: Color
        package var border: Color?
        package var fieldHeight: Double
        package var radius: Double
        package var text: Color
        package var textSize: Double
        /// The placeholder. `{message}` is replaced by the word in the reader's language.
        package var placeholder: String
        package var leading: [ScreenIcon]
        /// Icons in the field, before and after the placeholder.
        package var before: [ScreenIcon]
        package var after: [ScreenIcon]
        package var trailing: [ScreenIcon]
    }

    /// The text below the name if the conversation has no subtitle.
    package enum Presence: String, Sendable, CaseIterable {
        case none
        /// "online", or the names of all members.
        case names
        /// "online", or the number of members.
        case members
    }

    /// The position of messages that do not fill the screen.
    package enum Start: String, Sendable, CaseIterable { case top, bottom }

    package var start: Start
    package var bar: Bar
    package var input: Input
}

extension ScreenStyle {
    package static let statusHeight = 44.0
    /// The height of the area below the input bar with the home indicator.
    package static let homeHeight = 26.0

    /// The heights of the bars above and below the messages.
    package var insets: Insets {
        Insets(top: Self.statusHeight + bar.height, bottom: input.height + Self.homeHeight)
    }

    static let plain = ScreenStyle(
        start: .bottom,
        bar: Bar(
            fill: .white, line: Color(217, 217, 217), icons: .black, title: .black,
            subtitle: Color(89, 89, 89), height: 52, alignment: .start, avatarSize: 36,
            titleSize: 16, titleWeight: 600, subtitleSize: 12.5, presence: .members,
            leading: [.back], trailing: [.video, .phone]),
        input: Input(
            fill: .white, line: nil, icons: Color(89, 89, 89), accent: .black, height: 52,
            field: Color(242, 242, 242), border: nil, fieldHeight: 36, radius: 18,
            text: Color(89, 89, 89), textSize: 16, placeholder: "{message}", leading: [.plus],
            before: [], after: [.smile], trailing: [.microphone]))
}

package enum ScreenIcon: String, Sendable, CaseIterable {
    case back, arrow, video, phone, more, dots, menu, info, search, plus, camera, microphone, image
    case smile, sticker, clip, send, wave, gift, thumb, hash, at, edit, call, up
    case plusDisc = "plus-disc"
    case microphoneDisc = "microphone-disc"
    case cameraDisc = "camera-disc"
    case sendDisc = "send-disc"
    case upDisc = "up-disc"
    case waveDisc = "wave-disc"
}
