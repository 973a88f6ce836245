/// Whether colours are darkened or lightened until text is easily read, or the app's own; a look says in
/// its section `app` what differs.
package enum ThemeContrast: String, Sendable, CaseIterable { case readable, app }
