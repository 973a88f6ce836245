import Dispatch
import HTTP
import Rendering

extension RenderService {
    /// Lets a job wait for its turn in the queue instead of on a worker.
    func queueForCairo(
        _ job: RenderJob, _ exchange: any Exchange, since began: UInt64, _ control: RenderControl
    ) throws(Problem) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let admission = pool.submit(isSmall: false, needsCairo: true, at: queued) { [self] in
            send(.waitedTooLong(settings), exchange)
        } _: { [self] worker in
            do throws(Problem) {
                try render(job, exchange, on: worker, since: began, control)
            } catch {
                note(exchange) { $0.account?.keep(0) }
                send(error, exchange)
            }
            memory.workEnded()
        }
        switch admission {
        case .accepted(let ticket):
            note(exchange) { $0.ticket = ticket }
            queueWatch.begin(at: queued)
        case .closed: throw draining
        case .full: throw .queueFull(settings)
        }
    }
}
