import Model

/// A location: its name in one of the app's forms, with a map's address at the very end. With any
/// other text before the address, the message is a person's own words, which a location cannot
/// hold.
///
///     Lookout (North Park): https://maps.google.com/?q=60.1699,24.9384
///     Town Hall⏎Main Square, Springfield⏎location: https://maps.google.com/?q=40.5,-80.25
enum WhatsAppLocation {
    static func read(_ text: String, _ phrases: WhatsAppPhrases) -> Location? {
        guard let link = text.place(of: "https://maps.google.com/?q=") else {
            return venue(text)
        }
        let pair = text[link.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
        guard pair.count == 2, let latitude = Double(pair[0]), let longitude = Double(pair[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude),
            var location = named(text[..<link.lowerBound], phrases)
        else { return nil }
        location.latitude = latitude
        location.longitude = longitude
        return location
    }

    /// Reads a Foursquare venue, which has no coordinates.
    private static func venue(_ text: String) -> Location? {
        guard let link = text.place(of: ": https://foursquare.com/v/"),
            !text[link.upperBound...].utf8.contains(where: { $0 <= 0x20 })
        else { return nil }
        return place(String(text[..<link.lowerBound]))
    }

    /// Returns a location with the name that precedes its address, or nil if the text has none of
    /// the app's forms.
    private static func named(_ before: Substring, _ phrases: WhatsAppPhrases) -> Location? {
        var location = Location()
        var lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingBlanks() }
        guard let last = lines.popLast() else { return nil }
        if last.isEmpty { return lines.isEmpty ? location : nil }
        guard last.hasSuffix(":") else { return nil }
        let label = last.dropLast().trimmingBlanks()
        lines.removeAll(where: \.isEmpty)
        guard lines.isEmpty else {
            // Android's name and area. A word other than its label was typed.
            guard phrases.isLocation(label) else { return nil }
            location.name = lines.removeFirst()
            if !lines.isEmpty { location.address = lines.joined(separator: ", ") }
            return location
        }
        if let place = place(label) { return place }
        if label == "Location" {
            // iOS writes a live location without a name, as this word only.
            location.isLive = true
        } else if !phrases.isLocation(label) {
            guard !label.utf8.contains(0x20) else { return nil }
            if !label.isEmpty { location.name = label }
        }
        return location
    }

    /// Reads `Name (Area)`.
    private static func place(_ label: String) -> Location? {
        guard !label.utf8.contains(0x0A), let (name, area) = WhatsAppFileLine.parts(label) else {
            return nil
        }
        var location = Location()
        location.name = String(name)
        if area != name { location.address = String(area) }
        return location
    }
}
