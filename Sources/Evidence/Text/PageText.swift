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
    private(set) var pictures = VisibleRuns.Pictures()
    /// The largest size of visible letters.
    private(set) var letterSize = 0.0
    private(set) var links: Set<PageAnnotations.Link> = []
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
    private var path = PagePath()
    /// The size of the letters shown last, on the page.
    private var em = 0.0
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
        guard let shown = try PageBox(page.entries["MediaBox"], objects) else {
            throw .damaged("a page has no size")
        }
        state = PageTextState(clip: shown)
        if !page.hasOnlyKnownEntries { isForeign = true }
        for stream in try page.contents(in: objects) {
            try perform(try objects.content(of: stream))
        }
        let annotations = try PageAnnotations(of: page, in: objects, budget: budget)
        if annotations.isForeign { isForeign = true }
        links = annotations.links
        for face in annotations.faces { try draw(face, PageTextState(clip: shown)) }
        guard let visible = runs.visible(budget) else {
            guard budget.mayContinue else { throw .stopped }
            isForeign = true
            return
        }
        pictures = runs.countedPictures(budget)
        letterSize = visible.map(\.em).max() ?? 0
        content = ReadingOrder.text(of: visible.filter { !$0.isArtifact })
        artifacts = ReadingOrder.text(of: visible.filter(\.isArtifact))
        hidden = runs.hiddenText(besides: visible)
    }

    // MARK: - Operators

    private mutating func perform(_ bytes: [UInt8]) throws(PDFReadFault) {
        var scanner = PDFScanner(bytes, budget: budget)
        var operands: [PDFValue] = []
        // A reader may show what follows a token that cannot be read.
        while !scanner.isAtEnd() {
            guard let token = scanner.token() else {
                guard budget.mayContinue else { throw .stopped }
                return isForeign = true
            }
            switch token {
            case .value(let value):
                // No operator has this many operands.
                if operands.count < 64 { operands.append(value) } else { isForeign = true }
            case .word(let name):
                guard budget.mayContinue else { throw .stopped }
                runs.order += 1
                try perform(name, operands)
                budget.release(64 * operands.count)
                operands = []
            }
        }
        if !operands.isEmpty { isForeign = true }
    }

    private mutating func perform(
        _ name: String, _ operands: [PDFValue]
    ) throws(PDFReadFault) {
        guard PageOperator.isKnown(name, operands) else { return isForeign = true }
        let numbers = operands.compactMap(\.double)
        switch name {
        case "q": if saved.count < Self.maxDepth { saved.append(state) } else { isForeign = true }
        case "Q": state = saved.popLast() ?? state
        case "cm":
            if let matrix = PageMatrix(operands) { state.matrix = matrix.then(state.matrix) }
        case "rg", "g": state.fill = .color(numbers.map { min(max($0, 0), 1) })
        case "cs": if operands[0].name != "Pattern" { isForeign = true }
        case "scn":
            guard let fill = try resources.pattern(operands[0].name, objects) else {
                return isForeign = true
            }
            state.fill = fill
        case "gs":
            let entries = try resources.entry(operands[0].name, "ExtGState", objects)
            if !state.apply(entries ?? ["?": .null]) { isForeign = true }
        case "w": state.lineWidth = numbers[0]
        case "m": path.move(to: numbers[0], numbers[1], by: state.matrix)
        case "l", "c": path.add(numbers, by: state.matrix)
        case "re": path.addRectangle(numbers, by: state.matrix)
        case "W": isClipping = true
        case "f", "S", "n": endPath(name)
        case "sh": cover(state.clip, nil)
        case "Do": try draw(operands[0].name)
        case "BMC", "BDC":
            guard marks.count < Self.maxDepth else { return isForeign = true }
            marks.append(PageTextMark(operands))
        case "EMC": endMark()
        case "RG", "G", "d", "J", "j", "h", "ET": break
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
            var step = PageMatrix()
            (step.x, step.y) = (numbers[0], numbers[1])
            line = step.then(line)
            place = line
        case "Tr":
            guard numbers == [0] || numbers == [3] else { return isForeign = true }
            state.isInvisible = numbers == [3]
        case "Tc": state.spacing = numbers[0]
        case "Tf":
            state.size = numbers[0]
            state.font = try resources.font(operands[0].name, objects)
        case "Tj": show(operands)
        case "TJ": show(operands[0].array ?? [.null])
        default: isForeign = true
        }
    }

    // MARK: - Areas

    private mutating func endPath(_ name: String) {
        let box = path.box
        if name == "f" {
            if state.fill == .tile { runs.append(picture: box.intersection(state.clip), em: 0) }
            cover(box, state.fill.components)
        }
        // A line as thick as text hides the text below.
        if name == "S", box.isLine {
            let reach = state.lineWidth * state.matrix.scale / 2
            if reach > 1 { cover(box.grown(by: reach), nil) }
        }
        if isClipping {
            state.clip = state.clip.intersection(box)
            if !path.isRectangle { state.isClippedOddly = true }
        }
        isClipping = false
        path = PagePath()
    }

    private mutating func cover(_ box: PageBox, _ color: [Double]?) {
        guard state.opacity > 0, marks.last?.kind != .hidden else { return }
        runs.cover(box.intersection(state.clip), color, opacity: state.opacity)
    }

    private mutating func draw(_ name: String?) throws(PDFReadFault) {
        guard case .stream(let stream) = try resources.object(name, "XObject", objects),
            !state.isMasked
        else { return isForeign = true }
        guard stream.entries["Subtype"]?.name == "Image", stream.entries["OC"] == nil else {
            return try draw(stream, state)
        }
        let box = state.matrix.box(PageBox(0, 0, 1, 1))
        if state.opacity >= PageTextState.minOpacity, box.meets(state.clip) {
            runs.append(picture: box.intersection(state.clip), em: em)
        }
        cover(box, nil)
    }

    /// Reads a form in a graphics state.
    private mutating func draw(
        _ form: PDFObjects.Stream, _ inner: PageTextState
    ) throws(PDFReadFault) {
        forms += 1
        guard forms <= Self.maxForms, depth < Self.maxFormDepth,
            form.entries["Subtype"]?.name == "Form",
            Set(form.entries.keys).isSubset(of: Self.formKeys),
            let box = try PageBox(form.entries["BBox"], objects)
        else { return isForeign = true }
        let outer = (state, saved, marks, resources)
        state = inner
        if let matrix = PageMatrix(try objects.value(form.entries["Matrix"]).array ?? []) {
            state.matrix = matrix.then(state.matrix)
        }
        state.clip = state.clip.intersection(state.matrix.box(box))
        if let own = try objects.value(form.entries["Resources"]).dictionary {
            resources = PageTextResources(own, fonts)
        }
        depth += 1
        try perform(try objects.content(of: form))
        depth -= 1
        (state, saved, marks, resources) = outer
    }

    private static let formKeys: Set<String> = [
        "Type", "Subtype", "BBox", "Matrix", "Resources", "Length", "Filter", "DecodeParms",
    ]

    /// Reads the appearance of an annotation, whose box is scaled to the annotation's rectangle
    /// (12.5.5).
    private mutating func draw(
        _ face: PageAnnotations.Face, _ state: PageTextState
    ) throws(PDFReadFault) {
        let own = PageMatrix(try objects.value(face.form.entries["Matrix"]).array ?? [])
        guard let box = try PageBox(face.form.entries["BBox"], objects),
            let matrix = PageMatrix(from: (own ?? PageMatrix()).box(box), to: face.place)
        else { return isForeign = true }
        var inner = state
        inner.matrix = matrix
        try draw(face.form, inner)
    }

    // MARK: - Text

    private mutating func endMark() {
        guard let mark = marks.popLast(), let text = mark.text else { return }
        if !runs.replace(from: mark.runs ?? runs.count, by: text) { runs.hide(text) }
    }

    private mutating func show(_ parts: [PDFValue]) {
        guard let font = state.font, !state.isMasked, let color = state.fill.color else {
            return isForeign = true
        }
        var glyphs = GlyphLine(size: state.size)
        for part in parts {
            guard case .string(let codes) = part, codes.count % 2 == 0 else {
                guard let distance = part.double else { return isForeign = true }
                glyphs.x -= distance / 1000 * state.size
                continue
            }
            for index in stride(from: 0, to: codes.count, by: 2) {
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
        em = state.size * matrix.scale
        guard state.showsText, em >= PageTextState.minSize,
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
                em: em, color: color, order: runs.order,
                isArtifact: marks.contains { $0.kind == .artifact }))
    }
}
