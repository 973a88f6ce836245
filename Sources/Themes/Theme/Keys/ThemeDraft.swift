import Basics

/// A theme under construction, to which layers are applied.
struct ThemeDraft: Sendable {
    /// The settings of a layer for one service's sent bubbles. They are applied last, to the final
    /// sent bubbles, so that a green service stays green but takes a new radius.
    struct ServicePatch: Sendable {
        let service: String
        let json: JSONValue
        /// The path begins at the theme's root.
        let path: [String]
        /// Whether the patch comes from an extended theme, whose faults were already reported.
        var isInherited = false
    }

    var theme: Theme
    var services: [ServicePatch] = []

    /// The draft as the start of an extending theme.
    var inherited: ThemeDraft {
        var draft = self
        for index in draft.services.indices { draft.services[index].isInherited = true }
        return draft
    }
}
