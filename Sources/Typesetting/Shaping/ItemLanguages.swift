import CPango

/// Maps Pango's languages to HarfBuzz's. Both live as long as the process.
@safe struct ItemLanguages {
    @safe private struct Pair {
        let pango: OpaquePointer
        let harfBuzz: OpaquePointer?
    }

    private static let maxLanguages = 32

    private var pairs: [Pair] = []

    mutating func harfBuzz(_ language: OpaquePointer?) -> OpaquePointer? {
        guard let language = unsafe language else { return nil }
        for index in pairs.indices where unsafe pairs[index].pango == language {
            return unsafe pairs[index].harfBuzz
        }
        let found = unsafe hb_language_from_string(pango_language_to_string(language), -1)
        if pairs.count >= Self.maxLanguages { pairs.removeAll(keepingCapacity: true) }
        unsafe pairs.append(Pair(pango: language, harfBuzz: found))
        return unsafe found
    }

    /// The language that Pango assigns to text of a script: the text's own if it uses the script.
    mutating func derived(from language: OpaquePointer?, script: PangoScript) -> OpaquePointer? {
        if unsafe pango_language_includes_script(language, script) != 0 {
            return unsafe harfBuzz(language)
        }
        return unsafe harfBuzz(pango_script_get_sample_language(script))
    }
}
