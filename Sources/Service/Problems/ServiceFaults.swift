import Basics
package import Evidence
import HTTP
import Model
import Rendering

/// Faults of the service itself: it has no room or no time for a request.
extension Explanation {
    static let draining = Explanation(
        .draining, "The service is stopping. Retry on another instance, or later.", retryAfter: 5)

    /// The request crashed two render processes.
    static let renderCrashed = Explanation(
        .renderCrashed,
        "Rendering this request crashes. This is a bug in Chatprint. The same request is refused for 15 minutes; see the log for this request ID."
    )

    static func queueFull(_ settings: Settings) -> Explanation {
        Explanation(
            .overloaded, "The request queue is full (setting queue). Retry later.", status: 429,
            limit: settings.queue, setting: Setting.queue.name, retryAfter: 1)
    }

    static func waitedTooLong(_ settings: Settings) -> Explanation {
        Explanation(
            .overloaded,
            "No worker was free within \(settings.queueSeconds.plain) s (setting queue_seconds). Retry later.",
            status: 429, setting: Setting.queueSeconds.name, retryAfter: 5)
    }

    /// The response has not started. A response that has started can only be aborted.
    static func spillFull(_ settings: Settings) -> Explanation {
        Explanation(
            .spillFull,
            "The file that holds responses for slow clients is full (setting spill_bytes, or the disk). Retry later.",
            limit: settings.spillBytes, setting: Setting.spillBytes.name, retryAfter: 5)
    }

    static func tooOften(_ settings: Settings, retryAfter seconds: Int) -> Explanation {
        Explanation(
            .rateLimited,
            "An address may send \(settings.clientRate.plain) requests a second (setting client_rate).",
            setting: Setting.clientRate.name, retryAfter: seconds)
    }
}

/// Faults of asynchronous jobs.
extension Explanation {
    static let noJob = Explanation(
        .noJob, "The job never existed on this instance, was deleted, or has expired.")

    static let jobUnderWay = Explanation(
        .jobUnderWay,
        "The job has not finished. Its result is available once its state is \"done\".",
        retryAfter: 1)

    static let jobLost = Explanation(
        .jobLost, "The job ended without a result. Submit it again.")

    static let jobDeleted = Explanation(.noJob, "The job was deleted before it had a result.")

    /// A result that does not fit even without other jobs.
    static func resultTooLarge(_ limit: Int) -> Explanation {
        Explanation(
            .outputTooLarge,
            "The result exceeds job_bytes. Request it without Prefer: respond-async.",
            limit: limit, setting: Setting.jobBytes.name)
    }

    /// - Parameter setting: the setting that limits jobs; nil for the listeners of one job.
    static func jobsFull(setting: Setting?, _ limit: Int) -> Explanation {
        let what =
            switch setting {
            case .jobs: "The maximum number of jobs are running or stored (setting jobs)"
            case nil: "This job has the maximum number of listeners"
            default: "The results of jobs use all of job_bytes"
            }
        return Explanation(
            .jobsFull, "\(what). Delete results that were fetched, or retry later.", limit: limit,
            setting: setting?.name, retryAfter: 5)
    }
}

extension Explanation {
    /// The explanation of an unknown path, with the closest known one.
    static func nothing(at path: String) -> Explanation {
        let name = path.prefix { $0 != "." }
        let ending = String(path.dropFirst(name.count + 1).prefix { $0 != "/" })
        guard name == "/render", !ending.isEmpty, Output.Format(ending: ending) == nil else {
            return Explanation(
                .notFound, "No such path. GET / lists all routes.",
                meant: closestPath(to: path, name: String(name), ending: ending))
        }
        return Explanation(
            .notFound,
            "Unknown output format: \"\(ending.shortened)\". \"allowed\" lists the formats.",
            unknown: ending, among: Output.Format.offered.map(\.rawValue))
    }

    static func methodNotAllowed(_ method: Method, on route: Route) -> Explanation {
        let isGet = method == .get || method == .head
        let body =
            isGet && route.work != nil
            ? " Send the conversation, export or document as the body of a POST." : ""
        let isRender = isGet && route.work == .render
        let address =
            isRender ? " A conversation in the URL needs a format: GET /render.png?m=Hi." : ""
        return Explanation(
            .methodNotAllowed, "\(route.name) supports \(route.allowed).\(body)\(address)",
            meant: isRender ? "/render.png" : nil)
    }

    /// Returns the known path closest to an unknown one. Its name and its ending are compared
    /// separately: `/rendr.png` means `/render.png`, although many letters are missing in `/render`.
    private static func closestPath(to path: String, name: String, ending: String) -> String? {
        let known = Route.fixedPaths + ProblemType.allCases.map(\.path)
        // `/metrics` may be served on another port.
        guard !known.contains(path) else { return nil }
        let isKnown = name.count > 1 && known.contains(name)
        let named = isKnown ? name : NearestName.closest(to: name, in: known)
        guard named == "/render" else { return NearestName.closest(to: path, in: known) ?? named }
        let formats = Output.Format.offered.map(\.rawValue)
        let format =
            Output.Format(ending: ending)?.rawValue ?? NearestName.closest(to: ending, in: formats)
        return format.map { "/render." + $0 } ?? named
    }
}

extension KeyFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .missing(.key):
            "sign_certificate or sign_passphrase_file is set, but sign_key is not"
        case .missing(.certificate):
            "sign_certificate is not set, and the file of sign_key contains no certificate"
        case .missing(.passphrase): "sign_passphrase_file is not set"
        case .unreadable(.key, let path): "sign_key: \(path) cannot be read"
        case .unreadable(.certificate, let path):
            "sign_certificate: \(path) cannot be read"
        case .unreadable(.passphrase, let path):
            "sign_passphrase_file: \(path) cannot be read"
        case .malformed(.passphrase, let path):
            "sign_passphrase_file: the first line of \(path) is not a valid passphrase"
        case .malformed(.key, let path):
            "sign_key: \(path) is neither a PEM file nor PKCS#12 with current ciphers"
        case .malformed(.certificate, let path):
            "sign_certificate: \(path) is neither a PEM file nor PKCS#12 with current ciphers"
        case .tooLarge(let path, let limit):
            "\(path) has more than \(limit) bytes: it is not a valid file for "
                + "sign_key, sign_certificate or sign_passphrase_file"
        case .wantsPassphrase(let role, let path):
            "\(role == .key ? "sign_key" : "sign_certificate"): \(path) is encrypted; set sign_passphrase_file to a file with its passphrase"
        case .wrongPassphrase(let path):
            "sign_passphrase_file: the passphrase does not decrypt \(path)"
        case .empty(.key, let path): "sign_key: \(path) contains no private key"
        case .empty(.certificate, let path), .empty(.passphrase, let path):
            "sign_certificate: \(path) contains no certificate"
        case .noFit(let path):
            "sign_certificate: no certificate in \(path) belongs to the key of sign_key"
        case .weak(let bits):
            "sign_key: the RSA key has \(bits) bits, but must have at least 2048"
        case .unsupported(let kind):
            "sign_key: keys of type \(kind) are not supported, since not all PDF readers verify "
                + "them; use RSA with at least 2048 bits, or ECDSA on P-256 or P-384"
        case .expired(let subject):
            "sign_certificate: the certificate of \(subject) has expired"
        case .notYetValid(let subject):
            "sign_certificate: the certificate of \(subject) is not valid yet"
        case .notForSigning(let subject):
            "sign_certificate: the certificate of \(subject) does not allow signatures"
        case .brokenChain(let subject):
            "sign_certificate: the issuer in the chain did not sign the certificate of \(subject)"
        case .noRoom(let needed, let room):
            "sign_room: a signature with these certificates has \(needed) bytes, but only "
                + "\(room) are reserved"
        case .refused: "sign_key: libcrypto cannot sign with this key"
        }
    }
}
