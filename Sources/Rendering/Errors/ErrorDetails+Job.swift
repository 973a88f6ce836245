import Importing
import Model

extension ErrorDetails {
    package init(_ error: JobError) {
        switch error {
        case .conversation(let error): self.init(error)
        case .importing(let error): self.init(error)
        case .theme(let faults): self.init(faults)
        case .parameter(let fault): self.init(fault)
        case .conflict(let conflict): self = ErrorDetails(conflict.sentence).at(conflict.pointer)
        case .nothingLeft(let count):
            self = ErrorDetails("The filter matches none of \(count) messages.")
                .at("/options/filter")
        case .unreadable(let file): self.init("\(file.shortened) can no longer be read.")
        case .noSigner:
            self = ErrorDetails(
                "The service has no signing key (setting sign_key). A request cannot bring one."
            ).at("/output/sign")
        case .render(let fault): self.init(fault)
        case .verification(let failure): self.init(failure)
        }
    }

    private init(_ fault: ParameterFault) {
        switch fault {
        case .dateOrder(let value):
            self.init(
                "The parameter \"date_order\" is \"\(value.shortened)\", but must be dmy, mdy or ymd."
            )
        case .year(let value):
            self.init(
                "The parameter \"year\" is \"\(value.shortened)\", but must be a whole number from 1 to 9999."
            )
        case .flag(let value, let name):
            self.init(
                "The parameter \"\(name)\" is \"\(value.shortened)\", but must be true or false.")
        case .unknown(let name, let known):
            self.init("Unknown parameter: \"\(name.shortened)\". \"allowed\" lists the parameters.")
            allowed = known
            suggest(name, among: known)
        case .part(let name):
            self.init(
                "The part \"\(name.shortened)\" of the form would be ignored. Send redactions, "
                    + "passwords and signatures in the JSON of the conversation or, except for a "
                    + "password, in the URL.")
        case .repeated(let name): self.init("The parameter \"\(name)\" may occur only once.")
        }
        if case .dateOrder = fault { allowed = DateOrder.allCases.map(\.rawValue) }
    }
}

extension OptionConflict {
    fileprivate var pointer: String {
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
        }
    }

    fileprivate var sentence: String {
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
            "The profile \"evidence\" shows messages as they were, without \"highlight\", \"dim\" and "
                + "\"notes\"."
        case .splitting(let format) where format.traits.kind == .clip:
            "A clip in \(format.rawValue) cannot be split."
        case .splitting(let format):
            "\(format.rawValue) already has a file for each day and cannot be split otherwise."
        case .productionPrefix:
            "The prefix names the files of a production: use at most 40 letters, digits, spaces, -, _ "
                + "and ."
        case .evidenceInFrames:
            "A theme with fixed frames cannot show all details of the profile \"evidence\". "
                + "Use \"print\"."
        case .evidenceNotArchival:
            "The profile \"evidence\" attaches digests to the document, which \"archival\": false excludes."
        case .evidenceOnEndlessPage:
            "The profile \"evidence\" needs pages, but \"page.size\" is endless."
        case .signature(let format): "\(format.rawValue) cannot be signed. Use pdf."
        case .signatureWithoutName:
            "The signature line needs a name. Set sign.name, or specify the certificate."
        case .password(let format): "\(format.rawValue) does not support passwords. Use pdf."
        case .passwordWithSignature:
            "A document cannot have both a signature and a password. Sign it, and encrypt its container."
        case .passwordWithEvidence:
            "A document of the profile \"evidence\" cannot have a password, because verify could not open it. "
                + "Encrypt its container."
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
