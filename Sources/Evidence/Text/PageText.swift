import Basics

/// The text that one page shows, in content order, without text that a reader of the page cannot
/// see.
struct PageText {
    /// The text of the page's content, and that of headers, footers and other artifacts (ISO
    /// 32000-1, 14.8.2.2).
    private(set) var content = ""
    private(set) var artifacts = ""
    /// Text that is drawn but not visible.
    private(set) var hidden = ""
    /// The number of visible pictures that are larger than letters.
    private(set) var pictures = 0
    /// Whether the page uses fonts or operators that this program does not write. The text is then
    /// unknown.
    private(set) var isForeign = false

    private let objects: PDFObjects
    private let budget: WorkBudget
    private let fonts: DocumentGlyphs
    private var resources: PageTextResources
    private var state: PageTextState
    private var saved: [PageTextState] = []
    private var line = PageMatrix()
    private var place = PageMatrix()
    private var path = PageBox()
    private var isClipping = false
    private var marks: [PageTextMark] = []
    private var runs = VisibleRuns()
    private var forms = 0
    private var depth = 0
    private var textBytes = 0

    private static let maxDepth = 256
    private static let maxForms = 10_000
    private static let maxFormDepth = 8
    private static let maxTextBytes = 1 << 24

    init(
        _ page: PDFPages.Page, in objects: PDFObjects, _ fonts: DocumentGlyphs,
        budget: WorkBudget
    ) throws(PDFReadFault) {
        self.objects = objects
        self.budget = budget
        self.fonts = fonts
        resources = PageTextResources(
            try objects.value(page.entries["Resources"]).dictionary ?? [:], fonts)
        var shown = try Self.box(page.entries["MediaBox"], objects)
        if page.entries["CropBox"] != nil {
            shown = try shown?.intersection(Self.box(page.entries["CropBox"], objects) ?? PageBox())
        }
        guard let shown else { throw .damaged("a page has no size") }
        state = PageTextState(clip: shown)
        for stream in try page.contents(in: objects) {
            try perform(try objects.content(of: stream))
        }
        if try !page.hasOnlyPlainAnnotations(in: objects) { isForeign = true }
        guard let visible = runs.visible(budget) else {
            guard budget.mayContinue else { throw .stopped }
            isForeign = true
            return
        }
        pictures = runs.visiblePictures(budget)
        content = ReadingOrder.text(of: visible.filter { !$0.isArtifact })
        artifacts = ReadingOrder.text(of: visible.filter(\.isArtifact))
        hidden = runs.hiddenText(besides: visible)
    }

    private static func box(
        _ value: PDFValue?, _ objects: PDFObjects
    ) throws(PDFReadFault) -> PageBox? {
        let corners = try objects.value(value).array?.compactMap(\.double) ?? []
        return corners.count == 4 ? PageBox(corners[0], corners[1], corners[2], corners[3]) : nil
    }

    // MARK: - Operators

    private mutating func perform(_ bytes: [UInt8]) throws(PDFReadFault) {
        var scanner = PDFScanner(bytes, budget: budget)
        var operands: [PDFValue] = []
        while let token = scanner.token() {
            switch token {
            case .value(let value):
                // No operator has this many operands.
                if operands.count < 64 { operands.append(value) }
            case .word(let name):
                guard budget.mayContinue else { throw .stopped }
                runs.order += 1
                try perform(name, operands)
                budget.release(64 * operands.count)
                operands = []
            }
        }
    }

    private mutating func perform(
        _ name: String, _ operands: [PDFValue]
    ) throws(PDFReadFault) {
        let numbers = operands.compactMap(\.double)
        switch name {
        case "q": if saved.count < Self.maxDepth { saved.append(state) } else { isForeign = true }
        case "Q": state = saved.popLast() ?? state
        case "cm":
            if let matrix = PageMatrix(operands) { state.matrix = matrix.then(state.matrix) }
        case "rg", "g", "k": state.fill = numbers
        case "scn", "sc", "cs": state.fill = []
        case "gs":
            try state.apply(resources.entry(operands.first?.name, "ExtGState", objects), objects)
        case "w": state.lineWidth = numbers.first ?? 1
        case "m", "l", "c", "v", "y", "re": addPoints(numbers, isRectangle: name == "re")
        case "W", "W*": isClipping = true
        case "f", "F", "f*", "b", "b*", "B", "B*", "S", "s", "n": endPath(name)
        case "sh": cover(state.clip, nil)
        case "Do": try draw(operands.first?.name)
        case "BMC", "BDC":
            guard marks.count < Self.maxDepth else { return isForeign = true }
            marks.append(PageTextMark(operands))
        case "EMC": endMark()
        case "RG", "G", "K", "CS", "SC", "SCN", "d", "J", "j", "M", "ri", "i", "h", "ET", "MP",
            "DP":
            break
        default: try performText(name, operands, numbers)
        }
    }

    private mutating func performText(
        _ name: String, _ operands: [PDFValue], _ numbers: [Double]
    ) throws(PDFReadFault) {
        switch name {
        case "BT": (line, place) = (PageMatrix(), PageMatrix())
        case "Tm":
            if let matrix = PageMatrix(operands) { (line, place) = (matrix, matrix) }
        case "Td":
            guard numbers.count == 2 else { return isForeign = true }
            var step = PageMatrix()
            (step.x, step.y) = (numbers[0], numbers[1])
            line = step.then(line)
            place = line
        case "Tr": state.mode = operands.first?.integer ?? 0
        case "Tc": state.spacing = numbers.first ?? 0
        case "Tf":
            state.size = numbers.last ?? 0
            state.font = try resources.font(operands.first?.name, objects)
        case "Tj": show(operands)
        case "TJ": show(operands.first?.array ?? [])
        default: isForeign = true
        }
    }

    // MARK: - Areas

    private mutating func addPoints(_ numbers: [Double], isRectangle: Bool) {
        var numbers = numbers
        if isRectangle, numbers.count == 4 {
            numbers[2] += numbers[0]
            numbers[3] += numbers[1]
        }
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            let point = state.matrix.point(numbers[index], numbers[index + 1])
            path.add(point.x, point.y)
        }
    }

    private mutating func endPath(_ name: String) {
        if name.lowercased() != "s", name != "n" { cover(path, state.fill) }
        // A line as thick as text hides the text below.
        if "SsBb".contains(name.prefix(1)), path.isLine {
            let reach = state.lineWidth * state.matrix.scale / 2
            if reach > 1 { cover(path.grown(by: reach), nil) }
        }
        if isClipping { state.clip = state.clip.intersection(path) }
        isClipping = false
        path = PageBox()
    }

    private mutating func cover(_ box: PageBox, _ color: [Double]?) {
        guard !state.isClear, marks.last?.kind != .hidden else { return }
        runs.cover(box.intersection(state.clip), color)
    }

    private mutating func draw(_ name: String?) throws(PDFReadFault) {
        guard !state.isClear,
            case .stream(let stream) = try resources.object(name, "XObject", objects)
        else { return }
        guard stream.entries["OC"] == nil else { return isForeign = true }
        guard stream.entries["Subtype"]?.name == "Form" else {
            let box = state.matrix.box(PageBox(0, 0, 1, 1))
            // Emoji are drawn over the letters that state their text.
            guard box.right - box.left > 2 * state.size else { return }
            if box.meets(state.clip) { runs.append(picture: box.intersection(state.clip)) }
            cover(box, nil)
            return
        }
        forms += 1
        guard forms <= Self.maxForms, depth < Self.maxFormDepth,
            let box = try Self.box(stream.entries["BBox"], objects)
        else { return isForeign = true }
        let outer = (state, saved, marks, resources)
        if let matrix = PageMatrix(try objects.value(stream.entries["Matrix"]).array ?? []) {
            state.matrix = matrix.then(state.matrix)
        }
        state.clip = state.clip.intersection(state.matrix.box(box))
        if let own = try objects.value(stream.entries["Resources"]).dictionary {
            resources = PageTextResources(own, fonts)
        }
        depth += 1
        try perform(try objects.content(of: stream))
        depth -= 1
        (state, saved, marks, resources) = outer
    }

    // MARK: - Text

    private mutating func endMark() {
        guard let mark = marks.popLast(), let text = mark.text else { return }
        if !runs.replace(from: mark.runs ?? runs.count, by: text) { runs.hide(text) }
    }

    private mutating func show(_ parts: [PDFValue]) {
        guard let font = state.font else {
            if parts.contains(where: { $0.integer == nil && $0.double == nil }) { isForeign = true }
            return
        }
        var glyphs = GlyphLine(size: state.size)
        for part in parts {
            guard case .string(let codes) = part else {
                glyphs.x -= (part.double ?? 0) / 1000 * state.size
                continue
            }
            for index in stride(from: 0, to: codes.count - 1, by: 2) {
                let code = Int(codes[index]) << 8 | Int(codes[index + 1])
                glyphs.append(font.text(of: code), width: font.width(of: code) * state.size)
                glyphs.x += state.spacing
            }
        }
        textBytes += glyphs.bytes
        // A font made to exhaust memory may state thousands of letters for each glyph.
        guard textBytes <= Self.maxTextBytes else { return isForeign = true }
        var step = PageMatrix()
        step.x = glyphs.x
        let matrix = place.then(state.matrix)
        place = step.then(place)
        guard state.showsText, matrix.scale * state.size >= Self.minSize,
            !marks.contains(where: { $0.kind == .hidden })
        else { return runs.hide(glyphs.units.joined()) }
        // The box is as tall as a letter without ascender.
        let box = matrix.box(PageBox(0, 0, max(glyphs.x, 0.1), state.size * 0.4))
        guard state.clip.contains(box, margin: 2) else {
            return runs.hide(glyphs.units.joined())
        }
        if let last = marks.indices.last, marks[last].runs == nil { marks[last].runs = runs.count }
        runs.append(
            VisibleRuns.Run(
                units: glyphs.units,
                middles: glyphs.middles.map { matrix.point($0, state.size * 0.2) }, box: box,
                ink: matrix.box(
                    PageBox(glyphs.start ?? 0, 0, glyphs.end ?? 0, state.size * 0.4)),
                em: state.size * matrix.scale,
                color: state.fill, order: runs.order,
                isArtifact: marks.contains { $0.kind == .artifact }))
    }

    /// The minimum size of readable text in points.
    private static let minSize = 1.0
}
