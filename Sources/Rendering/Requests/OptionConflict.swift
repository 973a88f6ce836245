package import Basics
import Importing
package import Model

extension Explanation {
    /// The filter removed all messages.
    package static func nothingLeft(of count: Int) -> Explanation {
        Explanation(.empty, "The filter matches none of \(count) messages.", at: "/options/filter")
    }

    /// A file that was listed in its folder cannot be read.
    package static func unreadable(_ file: String) -> Explanation {
        Explanation(.unreadable, "\(file.shortened) can no longer be read.")
    }

    /// A signature was requested, but no signing key is available.
    package static var noSigner: Explanation {
        Explanation(
            .noSigningKey,
            "The service has no signing key (setting sign_key). A request cannot bring one.",
            at: "/output/sign", setting: "sign_key")
    }
}

/// A parameter of an import or a verification with an invalid value.
package enum ParameterFault: Sendable, Equatable {
    case dateOrder(String)
    case year(String)
    case flag(String, name: String)
    case unknown(String, known: [String])
    case repeated(String)
    /// A part of a form whose name is, contains or resembles that of a setting that protects
    /// something.
    case part(String)
    /// Not two names of one person.
    case same(String)
    /// Several exports, although they are not to be joined.
    case unjoined
}

/// Two options of a request that cannot be combined, or one that the format does not support.
package enum OptionConflict: Sendable, Equatable {
    /// A feature that the engine "cairo" does not support.
    package enum CairoLack: Sendable, Equatable {
        case production, evidence, signatures, passwords, clips
    }

    case cairo(CairoLack)
    case canvas(Output.Format)
    case canvasOfProduction
    case canvasWithEvidence
    case frame(Output.Format)
    case frameWithEvidence
    /// The format cannot show a moment of a clip.
    case moment(Output.Format)
    case motionWithEvidence
    /// An evidence document shows messages without highlighting, dimming or notes.
    case excerptWithEvidence
    case splitting(Output.Format)
    /// The prefix of page numbers contains characters that file names of a production cannot have.
    case productionPrefix
    case evidenceInFrames
    case evidenceNotArchival
    case evidenceOnEndlessPage
    case signature(Output.Format)
    /// The signature line has no name to show.
    case signatureWithoutName
    case password(Output.Format)
    case passwordWithSignature
    case passwordWithEvidence
    /// Several exports cannot be joined and divided into chats.
    case joiningChats
}

extension ParameterFault {
    package var explanation: Explanation {
        switch self {
        case .dateOrder(let value):
            Explanation(
                .invalidParameter,
                "\(subject: "date_order") is \"\(value.shortened)\", but must be dmy, mdy or ymd.",
                allowed: DateOrder.allCases.map(\.rawValue))
        case .year(let value):
            Explanation(
                .invalidParameter,
                "\(subject: "year") is \"\(value.shortened)\", but must be a whole number from 1 to 9999."
            )
        case .flag(let value, let name):
            Explanation(
                .invalidParameter,
                "\(subject: name) is \"\(value.shortened)\", but must be true or false.")
        case .unknown(let name, let known):
            Explanation(
                .invalidParameter,
                "Unknown parameter: \"\(name.shortened)\".\(client: " \"allowed\" lists the parameters.")",
                unknown: name, among: known)
        case .part(let name):
            Explanation(
                .invalidParameter,
                "The part \"\(name.shortened)\" of the form would be ignored. Send redactions, passwords and signatures in the JSON of the conversation or, except for a password, in the URL."
            )
        case .same(let value):
            Explanation(
                .invalidParameter,
                "\(subject: "same") is \"\(value.shortened)\"; write two names of one person, such as Ana=+49 40 7654321."
            )
        case .unjoined:
            Explanation(
                .invalidParameter,
                "The form has several exports. Set \(parameter: "join") to true to join exports of one talk."
            )
        case .repeated(let name):
            Explanation(.invalidParameter, "\(subject: name) may occur only once.")
        }
    }
}

extension OptionConflict {
    package var explanation: Explanation { Explanation(.invalid, sentence, at: pointer) }

    private var pointer: String {
        switch self {
        case .cairo: "/output/engine"
        case .canvas, .canvasOfProduction, .canvasWithEvidence: "/output/canvas"
        case .frame, .frameWithEvidence: "/output/frame"
        case .moment: "/output/t"
        case .motionWithEvidence: "/output/motion"
        case .excerptWithEvidence: "/options"
        case .splitting: "/output/split_by"
        case .productionPrefix: "/output/page/bates/prefix"
        case .evidenceInFrames: "/theme"
        case .evidenceNotArchival: "/output/archival"
        case .evidenceOnEndlessPage: "/output/page/size"
        case .signature: "/output/sign"
        case .signatureWithoutName: "/output/sign/name"
        case .password, .passwordWithSignature, .passwordWithEvidence: "/output/password"
        case .joiningChats: "/output/split_by"
        }
    }

    private var sentence: Explanation.Sentence {
        switch self {
        case .cairo(let lack): "The engine \"cairo\" does not support \(lack.words)."
        case .canvas(let format):
            "\(format.rawValue) does not support canvas. Use png, webp, jpeg, svg, pdf or zip."
        case .canvasOfProduction:
            "A production has pages, not canvases. Set their size with \"page\"."
        case .canvasWithEvidence:
            "The profile \"evidence\" needs page footers, which a canvas does not have. Use \"page\"."
        case .frame(let format):
            "\(format.rawValue) does not support frame. Use png, webp, jpeg, svg, pdf or zip."
        case .frameWithEvidence:
            "The profile \"evidence\" needs page footers, which a frame does not have. Use \"page\"."
        case .moment(let format):
            "\(format.rawValue) does not support t. Use png, webp, jpeg, svg or pdf."
        case .motionWithEvidence:
            "The profile \"evidence\" shows all messages at once. Leave \"motion\" and \"t\" out."
        case .excerptWithEvidence:
            "The profile \"evidence\" shows messages as they were, without \"highlight\", \"dim\" and \"notes\"."
        case .splitting(let format) where format.traits.kind == .clip:
            "A clip in \(format.rawValue) cannot be split."
        case .splitting(let format):
            "\(format.rawValue) already has a file for each day and cannot be split otherwise."
        case .productionPrefix:
            "The prefix names the files of a production: use at most 40 letters, digits, spaces, -, _ and ."
        case .evidenceInFrames:
            "A theme with fixed frames cannot show all details of the profile \"evidence\". Use \"print\"."
        case .evidenceNotArchival:
            "The profile \"evidence\" attaches digests to the document, which \"archival\": false excludes."
        case .evidenceOnEndlessPage:
            "The profile \"evidence\" needs pages, but \"page.size\" is endless."
        case .signature(let format): "\(format.rawValue) cannot be signed. Use pdf."
        case .signatureWithoutName:
            "The signature line needs a name. Set sign.name, or specify the certificate."
        case .password(let format): "\(format.rawValue) does not support passwords. Use pdf."
        case .joiningChats:
            "split_by=chat renders the chats of one export, and several exports are joined to one chat. Choose one of both."
        case .passwordWithSignature:
            "A document cannot have both a signature and a password. Sign it, and encrypt its container."
        case .passwordWithEvidence:
            "A document of the profile \"evidence\" cannot have a password, because verify could not open it. Encrypt its container."
        }
    }
}

extension OptionConflict.CairoLack {
    fileprivate var words: String {
        switch self {
        case .production: "the format production"
        case .evidence: "the profile \"evidence\""
        case .signatures: "signatures"
        case .passwords: "passwords"
        case .clips: "clips"
        }
    }
}

extension RenderControl {
    /// Throws if the work must stop or no memory is left.
    package func checkpoint(taking bytes: Int = 0) throws(Explanation) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw error.explanation
        }
    }
}
