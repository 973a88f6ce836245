import Model

/// A location: a name, with a map's address at the very end.
enum WhatsAppLocation {
    static func read(_ text: String) -> Location? {
        guard let link = text.place(of: "https://maps.google.com/?q=") else {
            return venue(text)
        }
        let pair = text[link.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
        guard pair.count == 2, let latitude = Double(pair[0]), let longitude = Double(pair[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        var location = Location()
        location.latitude = latitude
        location.longitude = longitude
        name(&location, text[..<link.lowerBound])
        return location
    }

    /// Reads a Foursquare venue, which has no coordinates.
    private static func venue(_ text: String) -> Location? {
        guard let link = text.place(of: ": https://foursquare.com/v/"),
            !text[link.upperBound...].utf8.contains(0x20)
        else { return nil }
        var location = Location()
        name(&location, text[..<link.lowerBound] + ":")
        return location
    }

    /// Reads the name of a location: either `Name (Area): ` on the same line, or lines with the
    /// name and area before the word for "location".
    private static func name(_ location: inout Location, _ before: Substring) {
        var lines = before.split(separator: "\n").map { $0.trimmingBlanks() }
        guard let last = lines.last, last.hasSuffix(":") else { return }
        let label = String(last.dropLast())
        if lines.count > 1 {
            lines.removeLast()
            location.name = lines[0]
            if lines.count > 1 { location.address = lines.dropFirst().joined(separator: ", ") }
        } else if let (name, area) = WhatsAppFileLine.parts(label) {
            location.name = String(name)
            if area != name { location.address = String(area) }
        } else if label.lowercased() == "location" {
            // iOS writes a live location without a name, as this word only.
            location.isLive = true
        } else {
            location.name = label
        }
    }
}
