/// Says which file a shaped font is.
package protocol FontLookup {
    func fontFile(_ id: FontID) -> FontFile?
}
