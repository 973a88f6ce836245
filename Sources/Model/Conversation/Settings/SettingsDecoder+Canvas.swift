import Basics

extension SettingsDecoder {
    /// Determines the layout width for a canvas and the number of pixels per point.
    func settleCanvas(of output: inout Output, scale: Double?, _ fields: inout FieldReader) {
        guard let canvas = output.canvas else { return }
        func reject(_ reason: FieldFault.Reason, at pointer: String) {
            fields.diagnostics.reject(
                FieldFault(at: pointer, parameter: parameters[pointer], reason))
        }
        // Each of these fields determines the height of a picture or page.
        for (other, isSaid) in [("max_height", output.maxHeight != nil), ("page", output.hasPage)]
        where isSaid {
            return reject(.notBoth("canvas", other), at: "/output")
        }
        let least = PictureCanvas.minRoom
        let (padding, room) = (canvas.padding, canvas.room)
        for (taken, whole, left) in [
            (padding.left + padding.right, canvas.width, room.width),
            (padding.top + padding.bottom, canvas.height, room.height),
        ] where left < least {
            return reject(
                .outOfRange(
                    value: "\(taken) in all", lower: 0, upper: Double(max(whole - least, 0))),
                at: "/output/canvas/padding")
        }
        // A point must have at least one pixel.
        let widest = canvas.screenRoom / (scale ?? 1)
        if let width = output.width, width > widest {
            return reject(
                .outOfRange(
                    value: width.shortText, lower: Double(least), upper: widest.rounded(.down)),
                at: "/output/width")
        }
        if let scale, widest < Double(least) {
            return reject(
                .outOfRange(
                    value: scale.shortText, lower: 1,
                    upper: (canvas.screenRoom / Double(least)).rounded(.down)),
                at: "/output/scale")
        }
        let measure = canvas.measure(width: output.width, scale: scale)
        (output.width, output.scale) = (measure.width, measure.scale)
    }
}

extension Double {
    fileprivate var shortText: String { rounded() == self ? String(Int(self)) : String(self) }
}
