/// Light or dark; a look says in its section of that name what differs.
package enum ThemeMode: String, Sendable, CaseIterable { case light, dark }
