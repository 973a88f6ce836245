/// An affine transformation of coordinates (ISO 32000-1, 8.3.3).
struct PageMatrix {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var x = 0.0
    var y = 0.0

    init() {}

    /// Returns nil unless there are six numbers.
    init?(_ values: [PDFValue]) {
        let numbers = values.compactMap(\.double)
        guard values.count == 6, numbers.count == 6 else { return nil }
        (a, b, c, d, x, y) = (
            numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
        )
    }

    /// The transformation that scales and moves a box to another. Returns nil for a box without
    /// extent.
    init?(from box: PageBox, to place: PageBox) {
        guard box.area > 0 else { return nil }
        a = (place.right - place.left) / (box.right - box.left)
        d = (place.top - place.bottom) / (box.top - box.bottom)
        x = place.left - box.left * a
        y = place.bottom - box.bottom * d
    }

    /// Returns this transformation followed by another.
    func then(_ other: PageMatrix) -> PageMatrix {
        var result = PageMatrix()
        result.a = a * other.a + b * other.c
        result.b = a * other.b + b * other.d
        result.c = c * other.a + d * other.c
        result.d = c * other.b + d * other.d
        result.x = x * other.a + y * other.c + other.x
        result.y = x * other.b + y * other.d + other.y
        return result
    }

    /// The scale factor of lengths, if the transformation does not distort.
    var scale: Double { abs(a * d - b * c).squareRoot() }

    func point(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        (px * a + py * c + x, px * b + py * d + y)
    }

    /// Returns the bounding box of a transformed box.
    func box(_ box: PageBox) -> PageBox {
        var result = PageBox()
        for corner in [
            (box.left, box.bottom), (box.right, box.bottom), (box.left, box.top),
            (box.right, box.top),
        ] {
            let place = point(corner.0, corner.1)
            result.add(place.x, place.y)
        }
        return result
    }
}

/// An axis-aligned box; empty until a point is added.
struct PageBox {
    private(set) var left = Double.infinity
    private(set) var bottom = Double.infinity
    private(set) var right = -Double.infinity
    private(set) var top = -Double.infinity

    init() {}

    init(_ left: Double, _ bottom: Double, _ right: Double, _ top: Double) {
        add(left, bottom)
        add(right, top)
    }

    /// Returns nil unless there are four numbers.
    init?(_ value: PDFValue?, _ objects: PDFObjects) throws(PDFReadFault) {
        let corners = try objects.value(value).array ?? []
        let numbers = corners.compactMap(\.double)
        guard corners.count == 4, numbers.count == 4 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    mutating func add(_ x: Double, _ y: Double) {
        (left, right) = (min(left, x), max(right, x))
        (bottom, top) = (min(bottom, y), max(top, y))
    }

    /// Returns whether this box contains another, with a tolerance.
    func contains(_ other: PageBox, margin: Double = 0.5) -> Bool {
        left <= other.left + margin && right >= other.right - margin
            && bottom <= other.bottom + margin && top >= other.top - margin
    }

    /// Whether the box is a horizontal or vertical line.
    var isLine: Bool {
        min(right - left, top - bottom) < 0.01 && max(right - left, top - bottom) >= 0
    }

    var area: Double { max(0, right - left) * max(0, top - bottom) }

    func grown(by reach: Double) -> PageBox {
        PageBox(
            unchecked: left - reach, bottom - reach, right + reach, top + reach)
    }

    func contains(_ point: (x: Double, y: Double)) -> Bool {
        left <= point.x && point.x <= right && bottom <= point.y && point.y <= top
    }

    func meets(_ other: PageBox) -> Bool {
        left < other.right && other.left < right && bottom < other.top && other.bottom < top
    }

    func union(_ other: PageBox) -> PageBox {
        PageBox(
            unchecked: min(left, other.left), min(bottom, other.bottom), max(right, other.right),
            max(top, other.top))
    }

    func intersection(_ other: PageBox) -> PageBox {
        PageBox(
            unchecked: max(left, other.left), max(bottom, other.bottom), min(right, other.right),
            min(top, other.top))
    }

    private init(unchecked left: Double, _ bottom: Double, _ right: Double, _ top: Double) {
        (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
    }
}
