import Basics

extension SettingsDecoder {
    /// Sets the canvas for a screen of fixed height, which shows the newest messages.
    func settleFrame(of output: inout Output, _ fields: inout FieldReader) {
        guard let frame = output.frame else { return }
        guard frame.kind != .none else { return output.frame = nil }
        let others = [
            ("max_height", output.maxHeight != nil), ("page", output.hasPage),
            ("canvas", output.canvas != nil && frame.height != nil),
        ]
        for (other, isSaid) in others where isSaid {
            let name = other == "canvas" ? "frame/height" : "frame"
            return fields.diagnostics.reject(FieldFault(at: "/output", .notBoth(name, other)))
        }
        if output.canvas != nil {
            output.canvas?.show(frame.kind)
            return
        }
        let width = output.width ?? ScreenFrame.width
        output.width = width
        guard frame.kind == .device || frame.height != nil else { return }
        let height = frame.height ?? ScreenFrame.height(ofWidth: width)
        func pixels(_ points: Double) -> Int { Int((points * output.scale).rounded(.up)) }
        guard frame.kind == .device else {
            var canvas = PictureCanvas(width: pixels(width), height: pixels(height))
            canvas.screen = .filling
            output.canvas = canvas
            return
        }
        let around = 2 * width * (ScreenFrame.bezel + ScreenFrame.margin)
        var canvas = PictureCanvas(width: pixels(width + around), height: pixels(height + around))
        canvas.ownPadding = Edges(pixels(width * ScreenFrame.margin))
        canvas.background = .transparent
        canvas.screen = .device
        output.canvas = canvas
    }
}
