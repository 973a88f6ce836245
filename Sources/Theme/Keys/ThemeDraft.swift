import JSON

/// A look while it is read, layer upon layer.
struct ThemeDraft: Sendable {
    /// The settings of a layer for one service's sent bubbles. They are applied last, to the final
    /// sent bubbles, so that a green service stays green and yet takes a new radius.
    struct ServicePatch: Sendable {
        let service: String
        let json: JSONValue
        /// The path from the look's root.
        let path: [String]
        /// From a look that was extended, and found good when that was read.
        var isInherited = false
    }

    var theme: Theme
    var services: [ServicePatch] = []

    /// As another look starts from it.
    var inherited: ThemeDraft {
        var draft = self
        for index in draft.services.indices { draft.services[index].isInherited = true }
        return draft
    }
}
