/// Writes a font program in Adobe's Compact Font Format (Technical Note 5176) with nothing but
/// outlines. Glyphs have numbers instead of names.
enum CFFFont {
    private enum Key {
        static let bounds: [UInt8] = [5]
        static let charset: [UInt8] = [15]
        static let programs: [UInt8] = [17]
        static let privates: [UInt8] = [18]
        static let collection: [UInt8] = [12, 30]
        static let count: [UInt8] = [12, 34]
        static let fonts: [UInt8] = [12, 36]
        static let selection: [UInt8] = [12, 37]
        static let defaultWidth: [UInt8] = [20]
    }

    /// - Parameters:
    ///   - bounds: left, bottom, right, top in thousandths of an em.
    ///   - programs: the charstrings; the first is the glyph for missing characters.
    static func program(name: String, bounds: [Double], programs: [[UInt8]]) -> [UInt8] {
        let count = programs.count
        let header: [UInt8] = [1, 0, 4, 4]
        let names = index([Array(name.utf8)])
        // Our own two strings follow the 391 standard ones.
        let strings = index([Array("Adobe".utf8), Array("Identity".utf8)])
        let subroutines: [UInt8] = [0, 0]
        // Glyphs are numbered consecutively from 1. The missing glyph, number 0, is never listed.
        let charset: [UInt8] = count > 1 ? [2] + word(1) + word(count - 2) : [0]
        // A single font dictionary for all glyphs.
        let selection: [UInt8] = [3] + word(1) + word(0) + [0] + word(count)
        let outlines = index(programs)
        let privates = operand(0) + Key.defaultWidth

        func top(_ charsetPlace: Int) -> [UInt8] {
            let selectionPlace = charsetPlace + charset.count
            let outlinesPlace = selectionPlace + selection.count
            let fontsPlace = outlinesPlace + outlines.count
            return operand(391) + operand(392) + operand(0) + Key.collection
                + bounds.flatMap { operand(Int($0)) } + Key.bounds
                + operand(count) + Key.count + operand(charsetPlace) + Key.charset
                + operand(selectionPlace) + Key.selection + operand(outlinesPlace) + Key.programs
                + operand(fontsPlace) + Key.fonts
        }
        // Operands have a fixed length, so a first draft determines the offsets.
        let start =
            header.count + names.count + index([top(0)]).count + strings.count + subroutines.count
        let fontsPlace = start + charset.count + selection.count + outlines.count
        func fonts(_ place: Int) -> [UInt8] {
            index([operand(privates.count) + operand(place) + Key.privates])
        }
        var program = header
        program += names
        program += index([top(start)])
        program += strings
        program += subroutines
        program += charset
        program += selection
        program += outlines
        program += fonts(fontsPlace + fonts(0).count)
        program += privates
        return program
    }

    /// Returns an INDEX: several pieces of data addressed by number.
    private static func index(_ items: [[UInt8]]) -> [UInt8] {
        let size = items.reduce(0) { $0 + $1.count }
        var index: [UInt8] = []
        index.reserveCapacity(3 + 4 * (items.count + 1) + size)
        index += word(items.count)
        index.append(4)
        var offset = 1
        func append(_ offset: Int) {
            for shift in [24, 16, 8, 0] { index.append(UInt8(truncatingIfNeeded: offset >> shift)) }
        }
        append(offset)
        for item in items {
            offset += item.count
            append(offset)
        }
        for item in items { index += item }
        return index
    }

    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    /// An operand is always five bytes long.
    private static func operand(_ value: Int) -> [UInt8] {
        [29] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
