import Basics

extension FieldSyntax where Value == String {
    /// A string that is written as it is.
    static func string(
        _ shape: FieldShape, _ read: @escaping @Sendable (inout FieldReader) -> String?
    ) -> FieldSyntax {
        FieldSyntax(shape, put: { $0.json.member($1, $2) }) { fields, _ in read(&fields) }
    }

    /// A text of several lines, which may be empty.
    static var text: FieldSyntax { string(.text) { $0.text() }.holding(.texts) }
    static var nonEmptyText: FieldSyntax { string(.text) { $0.nonEmptyText() }.holding(.texts) }
    static var identifier: FieldSyntax { string(.identifier) { $0.identifier() } }

    /// The ID or name of a person.
    static var person: FieldSyntax {
        FieldSyntax(.identifier, put: { $0.name($1, $2) }) { fields, _ in fields.identifier() }
            .holding(.people)
    }

    static var language: FieldSyntax { string(.text) { $0.language() } }
}

extension FieldSyntax where Value == [String] {
    static var people: FieldSyntax {
        FieldSyntax(.defined("names"), put: { $0.names($1, $2) }) { fields, _ in fields.lines() }
            .holding(.people)
    }

    /// Texts in addition to those of the field's other names.
    static var more: FieldSyntax {
        FieldSyntax(.defined("names"), put: { $0.texts($1, $2) }) { fields, old in
            (old ?? []) + fields.lines()
        }.holding(.texts)
    }

    static var morePeople: FieldSyntax {
        FieldSyntax(.defined("names"), put: { $0.names($1, $2) }, read: more.read)
            .holding(.people)
    }
}

extension FieldSyntax where Value == Int {
    static var count: FieldSyntax { integer(0...Int.max) }

    /// A picture that accompanies text. A missing picture is ignored.
    static var picture: FieldSyntax {
        FieldSyntax(.defined("source"), put: { $0.media($1, $2) }) { fields, _ in
            switch fields.source() {
            case .media(let index): index
            case .missing, .remote, nil: nil
            }
        }
    }
}

extension FieldSyntax where Value == Double {
    /// In seconds.
    static var duration: FieldSyntax {
        FieldSyntax(.defined("duration"), put: { $0.json.member($1, $2) }) { fields, _ in
            fields.duration()
        }
    }
}

extension FieldSyntax where Value == UInt32 {
    /// As 0xRRGGBB.
    static var color: FieldSyntax {
        FieldSyntax(
            .defined("color"),
            put: { writer, name, color in
                let digits = String(color, radix: 16)
                writer.json.member(
                    name, "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits)
            },
            read: { fields, _ in fields.color() })
    }
}

extension FieldSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of several words that the schema defines under a name.
    static func choice(_ definition: String) -> FieldSyntax {
        let choice = FieldSyntax.choice
        return FieldSyntax(.defined(definition), put: choice.put, read: choice.read)
    }
}

extension FieldSyntax where Value: FieldObject & Equatable {
    /// An object without documented defaults, or another value, which `short` reads. The object
    /// must have all fields of one of the sets in `needed`.
    static func part(
        or others: [FieldShape], needing needed: [[String]] = [],
        _ short: @escaping @Sendable (inout FieldReader) -> Value?
    ) -> FieldSyntax {
        FieldSyntax(
            .part(Value.fields.declarations(), or: others, needing: needed),
            put: { $0.object($1, $2) },
            read: { fields, _ in
                guard fields.peek() == .object else { return short(&fields) }
                var value = Value()
                return fields.object(into: &value) ? value : nil
            })
    }

    /// An object without documented defaults.
    static var part: FieldSyntax {
        part(or: [.null]) { fields in
            _ = fields.beginObject()
            return nil
        }
    }

    /// An object, a value that replaces it, or `true` if no details are known.
    static func fact(
        or others: [FieldShape],
        _ short: @escaping @Sendable (inout FieldReader) -> Value?
    ) -> FieldSyntax {
        let part = part(or: [.flag] + others) { fields in
            guard fields.peek() == .bool else { return short(&fields) }
            return fields.flag() ? Value() : nil
        }
        return FieldSyntax(
            part.shape,
            put: { writer, name, value in
                value == Value() ? writer.flag(name, true) : part.put(&writer, name, value)
            }, read: part.read)
    }

    /// An object without content counts as absent.
    var unlessEmpty: FieldSyntax {
        FieldSyntax(
            shape, put: { if $2 != Value() { put(&$0, $1, $2) } },
            read: { fields, old in
                let value = read(&fields, old)
                return value == Value() ? nil : value
            })
    }
}

extension FieldSyntax {
    /// If `isOptional`, an empty list is not written.
    static func list<Element: FieldObject>(
        _ element: FieldSyntax<Element>, isOptional: Bool = true
    ) -> FieldSyntax where Value == [Element] {
        FieldSyntax(
            .list(element.shape),
            put: { writer, name, values in
                if isOptional, values.isEmpty { return }
                writer.openArray(name)
                for value in writer.budget.checked(values) {
                    writer.object(nil, value)
                }
                writer.closeArray()
            }, contents: element.contents,
            change: { values, contents, change in
                for index in values.indices { element.change(&values[index], contents, change) }
            },
            complete: { values, others in
                guard values.count == others.count else {
                    if others.count > values.count { values = others }
                    return
                }
                for index in values.indices { element.complete?(&values[index], others[index]) }
            },
            read: { fields, _ in fields.elements { fields in element.read(&fields, nil) } })
    }
}
