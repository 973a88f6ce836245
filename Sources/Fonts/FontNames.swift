import CFreeType
package import Scene

/// The names of a font, for outputs that name fonts instead of embedding them.
package struct FontName: Sendable, Hashable {
    package let family: String
    /// The weight from 100 to 900, as in CSS.
    package let weight: Int
    package let isItalic: Bool
}

/// Reads and caches the names of fonts. An instance is not thread-safe; each thread has its own.
package final class FontNames {
    private let library: FontLibrary
    private var names: [FontFile: FontName] = [:]

    package init() throws(FontFailure) { library = try FontLibrary() }

    package func name(of file: FontFile) throws(FontFailure) -> FontName {
        if let name = names[file] { return name }
        let open = try library.open(file)
        let name = FontName(
            family: open.family, weight: FontName.weight(of: file, in: open),
            isItalic: file.isSyntheticItalic || open.isItalic)
        names[file] = name
        return name
    }
}

extension FontName {
    static func weight(of file: FontFile, in face: OpenFace) -> Int {
        let weight = weight(in: file.variations) ?? face.weight
        return file.isSyntheticBold ? max(700, weight) : weight
    }

    /// Returns the weight in a setting such as `wght=650,wdth=80`.
    private static func weight(in variations: String) -> Int? {
        for setting in variations.split(separator: ",") where setting.hasPrefix("wght=") {
            return Double(setting.dropFirst(5)).flatMap { (1...1000).contains($0) ? Int($0) : nil }
        }
        return nil
    }
}

extension OpenFace {
    fileprivate var family: String {
        guard let name = unsafe face.pointee.family_name else { return "" }
        return unsafe String(cString: name)
    }

    fileprivate var isItalic: Bool {
        unsafe face.pointee.style_flags & Int(FT_STYLE_FLAG_ITALIC) != 0
    }

    /// The weight in the OS/2 table, or otherwise whether FreeType considers the face bold.
    fileprivate var weight: Int {
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_OS2) {
            let weight = unsafe Int(
                table.assumingMemoryBound(to: TT_OS2.self).pointee.usWeightClass)
            if (1...1000).contains(weight) { return weight }
        }
        return unsafe face.pointee.style_flags & Int(FT_STYLE_FLAG_BOLD) != 0 ? 700 : 400
    }
}
