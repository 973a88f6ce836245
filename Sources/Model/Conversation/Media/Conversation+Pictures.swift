extension Conversation {
    /// Removes pictures and records the reason in the messages that show them. Other places that
    /// use the pictures show nothing instead.
    package mutating func dropPictures(_ reasons: [MediaIndex: String]) -> [Warning] {
        var warnings: [Warning] = []
        for index in reasons.keys { media[index].bytes = [] }
        for message in messages.indices {
            for place in messages[message].attachments.indices {
                let attachment = messages[message].attachments[place]
                guard let index = attachment.media, let reason = reasons[index] else { continue }
                messages[message].attachments[place].media = nil
                messages[message].attachments[place].omitted = reason
                let name = attachment.name.map(FieldReader.excerpt) ?? "a picture"
                warnings.append(
                    Warning(
                        .missingMedia, at: "/messages/\(message)/attachments/\(place)",
                        "\(name): \(reason)"))
            }
        }
        return warnings
    }
}
