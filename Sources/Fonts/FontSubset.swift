import CHarfBuzz
package import Scene

/// Reduces fonts for outputs that embed them to a text's letters, joining and positioning.
package enum FontSubset {
    /// Features that change which letters are visible. They are disabled here as everywhere.
    private static let unwanted = ["calt", "clig", "frac", "numr", "dnom", "rclt"]

    /// Returns nil if the file cannot be read, or if HarfBuzz cannot subset it.
    ///
    /// - Parameter isContextual: whether the shapes of letters depend on their neighbors.
    package static func bytes(
        of file: FontFile, holding scalars: Set<Unicode.Scalar>, isContextual: Bool
    ) -> [UInt8]? {
        guard let blob = unsafe hb_blob_create_from_file_or_fail(file.path) else { return nil }
        defer { unsafe hb_blob_destroy(blob) }
        guard let face = unsafe hb_face_create(blob, UInt32(file.index & 0xFFFF)),
            let input = unsafe hb_subset_input_create_or_fail()
        else { return nil }
        defer {
            unsafe hb_subset_input_destroy(input)
            unsafe hb_face_destroy(face)
        }
        let wanted = unsafe hb_subset_input_unicode_set(input)
        for scalar in scalars { unsafe hb_set_add(wanted, scalar.value) }
        unsafe hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
        if !isContextual {
            let features = unsafe hb_subset_input_set(
                input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
            for name in unwanted {
                unsafe hb_set_del(features, name.utf8.reduce(0) { $0 << 8 | UInt32($1) })
            }
        }
        guard let part = unsafe hb_subset_or_fail(face, input) else { return nil }
        defer { unsafe hb_face_destroy(part) }
        let made = unsafe hb_face_reference_blob(part)
        defer { unsafe hb_blob_destroy(made) }
        var length: UInt32 = 0
        guard let data = unsafe hb_blob_get_data(made, &length), length > 0 else { return nil }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(length)))
    }
}
