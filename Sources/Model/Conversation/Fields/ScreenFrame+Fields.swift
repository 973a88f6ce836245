import Basics

extension ScreenFrame: FieldObject {
    init() { self.init(.screen) }

    /// The kinds that other words mean.
    fileprivate static let kinds = ["phone": Kind.device.rawValue, "mobile": Kind.device.rawValue]

    static let fields: Fields<ScreenFrame> = [
        Field("kind", \.kind, .choice(suggesting: kinds), "The parts that are drawn."),
        Field(
            "time", optional: \.time, .line, "Time in the status bar. Default: none.",
            examples: ["9:41"]),
        Field(
            "battery", optional: \.battery, .integer(0...100),
            "Charge of the battery in percent. Default: no battery."),
        Field(
            "carrier", optional: \.carrier, .line, "Name of the network. Default: none.",
            examples: ["Example Mobile"]),
        Field(
            "height", optional: \.height, .length(ScreenFrame.heights),
            "Height of the screen, 320 to 4000 points. Default: that of the conversation, or with `device` 844. Cannot be combined with `canvas`.",
            examples: [844]),
    ]
}

extension FieldSyntax where Value == ScreenFrame {
    static var frame: FieldSyntax {
        FieldSyntax(.object(ScreenFrame.declarations, shorthand: "kind")) { fields, _ in
            guard fields.peek() == .object else {
                return fields.choice(suggesting: ScreenFrame.kinds).map { ScreenFrame($0) }
            }
            var frame = ScreenFrame()
            return fields.object(into: &frame) ? frame : nil
        }
    }
}
