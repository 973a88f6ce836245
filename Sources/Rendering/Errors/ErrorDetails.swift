import Basics

/// The description of an error: a sentence, its location, and the allowed values.
///
/// This is the one place that turns errors into sentences. The service adds a status code, the
/// command prints lines, and the library uses the text as its error message.
package struct ErrorDetails: Sendable, Equatable {
    /// One of several errors of a request.
    package struct Part: Sendable, Equatable {
        package let pointer: String
        package let detail: String
    }

    package var detail: String
    package var pointer: String?
    package var line: Int?
    package var column: Int?
    package var offset: Int?
    package var limit: Int?
    /// The setting that controls the limit.
    package var setting: String?
    package var allowed: [String] = []
    /// The known name closest to an unknown one.
    package private(set) var meant: String?
    package var errors: [Part] = []

    package init(_ detail: String) { self.detail = detail }

    /// Suggests the known name closest to `name`, if one is close.
    package mutating func suggest(_ name: String, among known: [String]) {
        suggest(NearestName.closest(to: name, in: known))
    }

    package mutating func suggest(_ name: String?) {
        guard let name else { return }
        meant = name
        // A warning's text may already contain the suggestion.
        guard !detail.contains("did you mean") else { return }
        detail =
            (detail.hasSuffix(".") ? String(detail.dropLast()) : detail)
            + "; did you mean \"\(name)\"?"
    }

    func at(_ pointer: String?) -> ErrorDetails {
        var copy = self
        copy.pointer = pointer
        return copy
    }
}
