package import Conversation
package import Evidence
package import Importing
package import Theme

/// Why a request does not become a job, or a document cannot be checked.
package enum JobError: Error, Sendable, Equatable {
    case conversation(ConversationError)
    case importing(ImportError)
    case theme(ThemeFaults)
    case parameter(ParameterFault)
    case conflict(OptionConflict)
    /// The filter removed all of so many messages.
    case nothingLeft(of: Int)
    /// A file that was there when its folder was listed cannot be read.
    case unreadable(file: String)
    /// A signature is requested, and nobody can sign.
    case noSigner
    /// The work was stopped, or it failed while it was drawn.
    case render(RenderFault)
    case verification(Verifier.Failure)
}

/// A parameter of an import or a check that has no valid value.
package enum ParameterFault: Sendable, Equatable {
    case dateOrder(String)
    case year(String)
    case flag(String, name: String)
}

/// Two options of a request that cannot be combined, or one that the format does not support.
package enum OptionConflict: Sendable, Equatable {
    /// What the engine "cairo" cannot draw.
    package enum CairoLack: Sendable, Equatable {
        case production, evidence, signatures, passwords, clips
    }

    case cairo(CairoLack)
    case canvas(Output.Format)
    case canvasOfProduction
    case canvasWithEvidence
    case frame(Output.Format)
    case frameWithEvidence
    /// The format shows no moment of a clip.
    case moment(Output.Format)
    case motionWithEvidence
    /// A document for evidence shows messages as they were.
    case excerptWithEvidence
    case splitting(Output.Format)
    /// The prefix of page numbers cannot name the files of a production.
    case productionPrefix
    case evidenceInFrames
    case evidenceNotArchival
    case evidenceOnEndlessPage
    case signature(Output.Format)
    /// The line of a signature has no name to show.
    case signatureWithoutName
    case password(Output.Format)
    case passwordWithSignature
    case passwordWithEvidence
}

extension RenderControl {
    /// Throws the error of work that must stop, or that has no memory left.
    func checkpoint(taking bytes: Int = 0) throws(JobError) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw .render(error)
        }
    }
}
