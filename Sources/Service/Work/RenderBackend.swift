/// The place where orders are worked on: threads of this process, or processes of their own.
package protocol RenderBackend: AnyObject, Sendable {
    /// Works on an order, now or later, and answers through the exchange.
    func take(_ order: consuming WorkRequest, _ exchange: any ResponseWriter)

    var load: WorkLoad { get }

    /// Why nothing can be drawn at present; nil where it can.
    var trouble: Problem? { get }
}

/// The load of a workplace, read at one moment.
package struct WorkLoad: Sendable {
    package var queued = 0
    package var busy = 0
    package var workers = 0
    /// Whether one is drawn by cairo, and how many wait for it; nil where other processes alone
    /// know.
    package var cairo: (isBusy: Bool, queued: Int)?
    /// Nil if this process does the work.
    package var processes: ProcessLoad?

    package struct ProcessLoad: Sendable {
        package var running = 0
        /// Bytes that they hold, without what they share.
        package var memory = 0
        package var starts = 0
        /// Processes that ended though nobody had told them to, by what ended them.
        package var ends: [String: Int] = [:]
        /// Orders given to another process after theirs had ended.
        package var retries = 0
        /// Orders that were refused because processes ended over them.
        package var quarantined = 0
    }
}
