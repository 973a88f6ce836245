import Resources

/// The text that one page shows, in the order of its content: without what a reader of the page cannot see, and without
/// headers, footers and other parts that are no content (ISO 32000-1, 14.8.2.2).
struct PageText {
    private(set) var text = ""

    private struct State {
        var matrix = PageMatrix()
        var clip: PageBox
        var fill = [0.0]
        var isClear = false
        var mode = 0
        var font: GlyphMeanings?
        var size = 0.0
        var spacing = 0.0
    }

    private struct Run {
        let text: String
        let box: PageBox
        let color: [Double]
        let order: Int
    }

    /// An area that hides what lies below.
    private struct Cover {
        let box: PageBox
        let color: [Double]?
        let order: Int
    }

    private let objects: PDFObjects
    private let allowance: Allowance
    private let resources: [String: PDFValue]
    private var fonts: [String: GlyphMeanings?] = [:]
    private var state: State
    private var saved: [State] = []
    private var line = PageMatrix()
    private var place = PageMatrix()
    private var path = PageBox()
    private var isClipping = false
    /// Of each part of marked content that is open, whether it is no content.
    private var marks: [Bool] = []
    private var runs: [Run] = []
    private var covers: [Cover] = []
    private var order = 0

    private static let deepest = 256
    /// A page with more areas is not one of this program's.
    private static let mostCovers = 2_000
    /// Comparisons of a run of text with an area.
    private static let mostComparisons = 20_000_000

    init(
        _ page: PDFPages.Page, in objects: PDFObjects, allowance: Allowance
    ) throws(PDFReadFault) {
        self.objects = objects
        self.allowance = allowance
        resources = try objects.value(page.entries["Resources"]).dictionary ?? [:]
        let media = try objects.value(page.entries["MediaBox"]).array?.compactMap(\.double) ?? []
        guard media.count == 4 else { throw .damaged("a page has no size") }
        state = State(clip: PageBox(media[0], media[1], media[2], media[3]))
        var operands: [PDFValue] = []
        for stream in try page.contents(in: objects) {
            var scanner = PDFScanner(try objects.content(of: stream), allowance: allowance)
            while let token = scanner.token() {
                switch token {
                case .value(let value):
                    // No operator takes so many.
                    if operands.count < 64 { operands.append(value) }
                case .word(let name):
                    guard allowance.goesOn else { throw .stopped }
                    order += 1
                    try perform(name, operands)
                    allowance.givesBack(64 * operands.count)
                    operands = []
                }
            }
        }
        text = visible().joined()
    }

    // MARK: - Operators

    private mutating func perform(
        _ name: String, _ operands: [PDFValue]
    ) throws(PDFReadFault) {
        let numbers = operands.compactMap(\.double)
        switch name {
        case "q": if saved.count < Self.deepest { saved.append(state) }
        case "Q": state = saved.popLast() ?? state
        case "cm":
            if let matrix = PageMatrix(operands) { state.matrix = matrix.then(state.matrix) }
        case "rg", "g", "k": state.fill = numbers
        case "scn", "sc", "cs": state.fill = []
        case "gs": try setState(operands.first?.name)
        case "m", "l", "c", "v", "y": addPoints(numbers)
        case "re":
            if numbers.count == 4 {
                addPoints([numbers[0], numbers[1]])
                addPoints([numbers[0] + numbers[2], numbers[1] + numbers[3]])
            }
        case "W", "W*": isClipping = true
        case "f", "F", "f*", "B", "B*", "b", "b*": endPath(isFilled: true)
        case "S", "s", "n": endPath(isFilled: false)
        case "BT": (line, place) = (PageMatrix(), PageMatrix())
        case "Tm":
            if let matrix = PageMatrix(operands) { (line, place) = (matrix, matrix) }
        case "Td", "TD":
            if numbers.count == 2 {
                var step = PageMatrix()
                (step.x, step.y) = (numbers[0], numbers[1])
                line = step.then(line)
                place = line
            }
        case "Tr": state.mode = operands.first?.integer ?? 0
        case "Tc": state.spacing = numbers.first ?? 0
        case "Tf":
            state.size = numbers.last ?? 0
            state.font = try font(operands.first?.name)
        case "Tj", "'": show(operands)
        case "TJ": show(operands.first?.array ?? [])
        case "BMC", "BDC": if marks.count < Self.deepest { marks.append(Self.isArtifact(operands)) }
        case "EMC": _ = marks.popLast()
        case "Do": try draw(operands.first?.name)
        default: break
        }
    }

    private static func isArtifact(_ operands: [PDFValue]) -> Bool {
        operands.first?.name == "Artifact"
    }

    private mutating func setState(_ name: String?) throws(PDFReadFault) {
        guard let name, let states = try objects.value(resources["ExtGState"]).dictionary,
            let entries = try objects.value(states[name]).dictionary
        else { return }
        if let opacity = entries["ca"]?.double { state.isClear = opacity < 0.1 }
    }

    private mutating func font(_ name: String?) throws(PDFReadFault) -> GlyphMeanings? {
        guard let name else { return nil }
        if let known = fonts[name] { return known }
        let all = try objects.value(resources["Font"]).dictionary ?? [:]
        var made: GlyphMeanings?
        if let entries = try objects.value(all[name]).dictionary {
            made = try GlyphMeanings(entries, in: objects, allowance: allowance)
        }
        fonts[name] = .some(made)
        return made
    }

    // MARK: - Areas

    private mutating func addPoints(_ numbers: [Double]) {
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            let point = state.matrix.point(numbers[index], numbers[index + 1])
            path.add(point.x, point.y)
        }
    }

    private mutating func endPath(isFilled: Bool) {
        if isFilled, !state.isClear { cover(path, state.fill) }
        if isClipping { state.clip = state.clip.intersection(path) }
        isClipping = false
        path = PageBox()
    }

    private mutating func cover(_ box: PageBox, _ color: [Double]?) {
        guard covers.count < Self.mostCovers else { return }
        covers.append(Cover(box: box.intersection(state.clip), color: color, order: order))
    }

    private mutating func draw(_ name: String?) throws(PDFReadFault) {
        guard let name, !state.isClear,
            let all = try objects.value(resources["XObject"]).dictionary,
            let entries = try objects.value(all[name]).dictionary
        else { return }
        var unit = PageBox(0, 0, 1, 1)
        if entries["Subtype"]?.name == "Form" {
            let corners = try objects.value(entries["BBox"]).array?.compactMap(\.double) ?? []
            guard corners.count == 4 else { return }
            unit = PageBox(corners[0], corners[1], corners[2], corners[3])
        }
        let box = state.matrix.box(unit)
        // Emoji are drawn over the letters that say what they are.
        guard box.right - box.left > 2 * state.size else { return }
        cover(box, nil)
    }

    // MARK: - Text

    private mutating func show(_ parts: [PDFValue]) {
        guard let font = state.font else { return }
        var text = ""
        var x = 0.0
        for part in parts {
            guard case .string(let codes) = part else {
                x -= (part.double ?? 0) / 1000 * state.size
                continue
            }
            for index in stride(from: 0, to: codes.count - 1, by: 2) {
                let code = Int(codes[index]) << 8 | Int(codes[index + 1])
                text += font.text(of: code)
                x += font.width(of: code) * state.size + state.spacing
            }
        }
        var step = PageMatrix()
        step.x = x
        let matrix = place.then(state.matrix)
        place = step.then(place)
        guard !marks.contains(true), state.mode != 3, state.mode != 7, !state.isClear else {
            return
        }
        // As tall as a letter without ascender.
        let box = matrix.box(PageBox(0, 0, max(x, 0.1), state.size * 0.4))
        guard state.clip.contains(box, margin: 2) else { return }
        runs.append(Run(text: text, box: box, color: state.fill, order: order))
    }

    /// Runs that nothing hides, and that differ from what they lie on.
    private func visible() -> [String] {
        guard runs.count * covers.count <= Self.mostComparisons else { return [] }
        return runs.filter { run in
            guard allowance.goesOn else { return false }
            var ground: [Double]? = [1]
            for cover in covers where cover.box.contains(run.box) {
                if cover.order > run.order { return false }
                ground = cover.color
            }
            return ground.map { Self.differ($0, run.color) } ?? true
        }.map(\.text)
    }

    /// Whether two colors can be told apart; patterns count as different from all.
    private static func differ(_ one: [Double], _ other: [Double]) -> Bool {
        guard !one.isEmpty, !other.isEmpty, one.count != 4, other.count != 4 else { return true }
        func wide(_ color: [Double]) -> [Double] {
            color.count == 1 ? [color[0], color[0], color[0]] : color
        }
        return zip(wide(one), wide(other)).contains { abs($0 - $1) > 0.05 }
    }
}
