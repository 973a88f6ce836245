import Basics

extension PDFObjects {
    /// The encoding of a stream's data (ISO 32000-1, 7.4).
    struct Packing: Equatable {
        let filters: [String]
        /// The predictor's parameters by name; empty if there is none.
        let predictor: [String: Int]

        /// Whether the data can be decoded by this program.
        var isReadable: Bool { filters.isEmpty || filters == ["FlateDecode"] }
    }

    func packing(of stream: Stream) throws(PDFReadFault) -> Packing {
        let unsupported = PDFReadFault.damaged("a stream has an unsupported filter")
        let filter = try value(stream.entries["Filter"])
        var filters: [String] = []
        for item in filter == .null ? [] : filter.array ?? [filter] {
            guard let name = try value(item).name else { throw unsupported }
            filters.append(name)
        }
        var settings = try value(stream.entries["DecodeParms"])
        if let list = settings.array {
            guard list.count <= 1 else { throw unsupported }
            settings = try value(list.first)
        }
        var predictor: [String: Int] = [:]
        for (key, item) in settings.dictionary ?? [:] {
            predictor[key] = try value(item).integer
            guard predictor[key] != nil || filters != ["FlateDecode"] else { throw unsupported }
        }
        if predictor["Predictor"] ?? 1 <= 1 { predictor = [:] }
        return Packing(filters: filters, predictor: predictor)
    }

    func content(of stream: Stream) throws(PDFReadFault) -> [UInt8] {
        let packing = try packing(of: stream)
        let inflated = try inflated(stream, packing)
        let settings = packing.predictor
        guard let predictor = settings["Predictor"] else { return inflated }
        let sizes = [settings["Columns"] ?? 1, settings["Colors"] ?? 1]
        let bits = settings["BitsPerComponent"] ?? 8
        guard predictor >= 10, [1, 2, 4, 8, 16].contains(bits),
            sizes.allSatisfy({ (1...1 << 20).contains($0) }),
            let plain = PNGRows.plain(
                inflated, length: (sizes[0] * sizes[1] * bits + 7) / 8,
                pixel: max(1, sizes[1] * bits / 8))
        else { throw .damaged("a stream has an unsupported filter") }
        return plain
    }

    /// Returns the decompressed content of a stream, with its predictor still applied.
    private func inflated(_ stream: Stream, _ packing: Packing) throws(PDFReadFault) -> [UInt8] {
        guard packing.isReadable else {
            throw .damaged("a stream has an unsupported filter")
        }
        guard !packing.filters.isEmpty else { return try data(of: stream) }
        try spend(stream.data.count)
        let inflated: [UInt8]
        do throws(Inflater.Fault) {
            inflated = try Inflater.inflate(
                Array(bytes[stream.data]), .zlib, limit: room, budget: budget)
        } catch {
            switch error {
            case .corrupt: throw .damaged("a stream cannot be decompressed")
            case .tooLarge: throw .tooLarge(limit: limit)
            case .stopped: throw .stopped
            }
        }
        room -= inflated.count
        // Objects in compressed streams may be read as often as others.
        unread += 4 * inflated.count
        return inflated
    }

    /// Returns a stream's data as stored in the file.
    func data(of stream: Stream) throws(PDFReadFault) -> [UInt8] {
        try spend(stream.data.count)
        guard stream.data.count <= room else { throw .tooLarge(limit: limit) }
        guard budget.reserve(stream.data.count) else { throw .stopped }
        room -= stream.data.count
        return Array(bytes[stream.data])
    }
}
