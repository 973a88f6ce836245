struct HTMLElement: Sendable {
    enum Node: Sendable {
        case text(String)
        case element(HTMLElement)
    }

    let name: String
    let attributes: [(name: String, value: String)]
    var children: [Node] = []

    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    var classes: [Substring] { self["class"]?.split(separator: " ") ?? [] }

    func has(_ name: String) -> Bool { classes.contains { $0 == name } }

    /// All text of the element and its descendants, in order.
    var text: String {
        var out = ""
        collect(into: &out)
        return out
    }

    private func collect(into out: inout String) {
        for child in children {
            switch child {
            case .text(let text): out += text
            case .element(let element):
                if element.name == "br" { out += "\n" }
                element.collect(into: &out)
            }
        }
    }

    var elements: [HTMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { return element }
            return nil
        }
    }

    /// Returns the first descendant with a class, without searching inside elements of the barrier
    /// class.
    func first(_ wanted: String, outside barrier: String = "replies") -> HTMLElement? {
        for element in elements {
            if element.has(wanted) { return element }
            if element.has(barrier) { continue }
            if let found = element.first(wanted, outside: barrier) { return found }
        }
        return nil
    }

    /// Returns all descendants with a class that are not nested in each other.
    func all(_ wanted: String, outside barrier: String = "replies") -> [HTMLElement] {
        elements.flatMap { element in
            if element.has(wanted) { return [element] }
            return element.has(barrier) ? [] : element.all(wanted, outside: barrier)
        }
    }

    func first(tag: String) -> HTMLElement? {
        for element in elements {
            if element.name == tag { return element }
            if let found = element.first(tag: tag) { return found }
        }
        return nil
    }
}
