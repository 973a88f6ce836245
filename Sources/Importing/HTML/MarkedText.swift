/// Texts that messengers write as pieces of HTML.
enum MarkedText {
    private static let wrapper = "x-message"

    /// One element around all of a text; what is cut off or left open ends with it.
    static func root(of text: String) -> HTMLElement {
        var reader = HTMLReader(Array("<\(wrapper)>\(text)</\(wrapper)>".utf8))
        var root = reader.next() ?? HTMLElement(name: wrapper, attributes: [])
        while let more = reader.next() { root.children.append(.element(more)) }
        return root
    }
}

extension HTMLElement {
    /// Every element of a name that is not inside another of it.
    func all(tag: String) -> [HTMLElement] {
        elements.flatMap { $0.name == tag ? [$0] : $0.all(tag: tag) }
    }

    /// Without some elements and all that is in them.
    func removing(tags: Set<String>) -> HTMLElement {
        var copy = HTMLElement(name: name, attributes: attributes)
        copy.children = children.compactMap { child in
            guard case .element(let element) = child else { return child }
            return tags.contains(element.name) ? nil : .element(element.removing(tags: tags))
        }
        return copy
    }

    /// Without elements of some classes and all that is in them.
    func removing(classes: Set<Substring>) -> HTMLElement {
        var copy = HTMLElement(name: name, attributes: attributes)
        copy.children = children.compactMap { child in
            guard case .element(let element) = child else { return child }
            return element.classes.contains(where: classes.contains)
                ? nil : .element(element.removing(classes: classes))
        }
        return copy
    }
}
