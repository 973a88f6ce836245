/// Messages that messengers write as HTML fragments.
enum HTMLMarkup {
    private static let wrapper = "x-message"

    /// Returns one element around the whole text. Truncated and unclosed elements end with it.
    static func root(of text: String) -> HTMLElement {
        var reader = HTMLReader(Array("<\(wrapper)>\(text)</\(wrapper)>".utf8))
        var root = reader.next() ?? HTMLElement(name: wrapper, attributes: [])
        while let more = reader.next() { root.children.append(.element(more)) }
        return root
    }
}

extension HTMLElement {
    /// Returns all descendants with a tag name that are not nested in each other.
    func all(tag: String) -> [HTMLElement] {
        elements.flatMap { $0.name == tag ? [$0] : $0.all(tag: tag) }
    }

    func removing(tags: Set<String>) -> HTMLElement {
        var copy = HTMLElement(name: name, attributes: attributes)
        copy.children = children.compactMap { child in
            guard case .element(let element) = child else { return child }
            return tags.contains(element.name) ? nil : .element(element.removing(tags: tags))
        }
        return copy
    }

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
