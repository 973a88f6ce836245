/// Names a font that a typesetter used; the typesetter can say which file it is.
package struct FontID: Sendable, Hashable {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }
}
