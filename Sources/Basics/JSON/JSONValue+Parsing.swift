extension JSONValue {
    package init(
        parsing bytes: [UInt8], maxDepth: Int = 64, budget: WorkBudget = .unlimited
    ) throws(JSONError) {
        var reader = try JSONReader(bytes, maxDepth: maxDepth, budget: budget)
        self = try reader.value()
        try reader.end()
    }
}

extension JSONReader {
    /// Reads one value of any kind as a tree. The depth limit bounds the recursion.
    package mutating func value() throws(JSONError) -> JSONValue {
        switch try peek() {
        case .null:
            try null()
            return .null
        case .bool: return .bool(try bool() == true)
        case .number: return .number(try number()?.text ?? "")
        case .string: return .string(try string() ?? "")
        case .array:
            var elements: [JSONValue] = []
            try beginArray()
            while try nextElement() { elements.append(try value()) }
            return .array(elements)
        case .object:
            var members: [JSONValue.Member] = []
            try beginObject()
            while let key = try nextKey() { members.append(JSONValue.Member(key, try value())) }
            return .object(members)
        }
    }
}
