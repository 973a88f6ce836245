import Resources
import Signing

/// How long signatures last by what the document holds (ETSI EN 319 142-1, 6).
extension SignatureCheck {
    static func validate(
        _ findings: inout [SignatureFinding], of fields: [SignatureField], in document: [UInt8],
        limit: Int, allowance: Allowance
    ) throws(PDFReadFault) {
        let moments = fields.indices.map { index in
            findings[index].isRight && findings[index].digestFits
                ? SignatureMoments(of: index, in: fields, document) : nil
        }
        for (index, moments) in moments.enumerated() where !fields[index].isTimestamp {
            guard let moments else { continue }
            let isStamped = moments.hasTimestamp || !moments.covers.isEmpty
            findings[index].level = isStamped ? .timestamped : .basic
        }
        var stores = Stores(document, limit: limit, allowance: allowance)
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
        if whole.store.parts.keys.contains(where: { !names.contains($0) }), !fields.isEmpty {
            findings[fields.count - 1].faults.append(
                "validation data is for a signature that is not in the document")
        }
        for (index, moments) in moments.enumerated() {
            guard let moments, allowance.goesOn else { continue }
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

    /// The validation data that parts of a document hold, each read once.
    struct Stores {
        private let document: [UInt8]
        private let limit: Int
        private let allowance: Allowance
        private var known: [Int: (store: SecurityStore, data: ValidationData)] = [:]

        init(_ document: [UInt8], limit: Int, allowance: Allowance) {
            self.document = document
            self.limit = limit
            self.allowance = allowance
        }

        /// Nil for a document without validation data up to there.
        mutating func store(
            upTo end: Int
        ) throws(StoreFault) -> (store: SecurityStore, data: ValidationData)? {
            if let read = known[end] { return read }
            let store: SecurityStore?
            do throws(PDFReadFault) {
                let objects = try PDFObjects(
                    end == document.count ? document : Array(document[..<end]), limit: limit,
                    allowance: allowance)
                store = try SecurityStore(of: objects, allowance: allowance)
            } catch {
                guard case .damaged(let words) = error else { throw .stopped }
                throw .words(words)
            }
            guard let store else { return nil }
            do throws(ValidationFault) {
                let read = (store, try store.data())
                known[end] = read
                return read
            } catch {
                throw .words(error.words)
            }
        }
    }
}
