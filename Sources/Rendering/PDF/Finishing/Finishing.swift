struct Finishing {
    let setup: PDFSetup
    init(_ setup: PDFSetup) { self.setup = setup }
    func finish(_ bytes: [UInt8], parts: [SpokenPart]) throws(FinishingFault) -> [UInt8] { bytes }
}
