import Basics

/// Determines how long signatures can be validated from the document's contents (ETSI EN 319 142-1,
/// 6).
extension SignatureCheck {
    static func validate(
        _ findings: inout [SignatureFinding], of fields: [SignatureField], in document: [UInt8],
        limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) {
        guard !fields.isEmpty else { return }
        let moments = fields.indices.map { index in
            findings[index].isRight && findings[index].digestFits
                ? SignatureMoments(of: index, in: fields, document) : nil
        }
        for (index, moments) in moments.enumerated() where !fields[index].isTimestamp {
            guard let moments else { continue }
            let isStamped = moments.hasTimestamp || !moments.covers.isEmpty
            findings[index].level = isStamped ? .timestamped : .basic
        }
        var stores = Stores(document, limit: limit, budget: budget)
        let whole: (store: SecurityStore, data: ValidationData)
        do throws(StoreFault) {
            guard let read = try stores.store(upTo: document.count) else { return }
            whole = read
        } catch {
            guard case .words(let words) = error else { throw .stopped }
            for index in fields.indices { findings[index].lacks = words }
            return
        }
        let names = Set(fields.flatMap { SecurityStore.names(of: $0.content) })
        if whole.store.parts.keys.contains(where: { !names.contains($0) }) {
            findings[fields.count - 1].faults.append(
                "validation data is for a signature that is not in the document")
        }
        for (index, moments) in moments.enumerated() {
            guard let moments, budget.mayContinue else { continue }
            if moments.lasts(in: fields, by: &stores) {
                findings[index].level = fields[index].isTimestamp ? nil : .archival
                continue
            }
            do throws(ValidationFault) {
                _ = try moments.paths(by: whole.data, now: nil)
                if findings[index].level == .timestamped { findings[index].level = .longTerm }
            } catch {
                findings[index].lacks = error.words
            }
        }
    }

    enum StoreFault: Error {
        case stopped
        case words(String)
    }

    /// The validation data in parts of a document, each part read once.
    struct Stores {
        typealias Store = (store: SecurityStore, data: ValidationData)

        private let document: [UInt8]
        private let limit: Int
        private let budget: WorkBudget
        private var known: [Int: Result<Store?, StoreFault>] = [:]

        init(_ document: [UInt8], limit: Int, budget: WorkBudget) {
            self.document = document
            self.limit = limit
            self.budget = budget
        }

        /// Returns the store up to an offset, or nil if there is none.
        mutating func store(upTo end: Int) throws(StoreFault) -> Store? {
            if let read = known[end] { return try read.get() }
            let read = Result { () throws(StoreFault) in try self.read(upTo: end) }
            known[end] = read
            return try read.get()
        }

        private func read(upTo end: Int) throws(StoreFault) -> Store? {
            let store: SecurityStore?
            do throws(PDFReadFault) {
                let objects = try PDFObjects(
                    end == document.count ? document : Array(document[..<end]), limit: limit,
                    budget: budget)
                store = try SecurityStore(of: objects, budget: budget)
            } catch {
                switch error {
                case .damaged(let words): throw .words(words)
                case .tooLarge: throw .words("the validation data is too large")
                case .stopped, .noPDF, .encrypted: throw .stopped
                }
            }
            guard let store else { return nil }
            do throws(ValidationFault) {
                return (store, try store.data())
            } catch {
                throw .words(error.words)
            }
        }
    }
}
