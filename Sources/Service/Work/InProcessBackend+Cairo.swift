import Basics
import Dispatch
import Rendering

extension InProcessBackend {
    /// Queues a job for cairo, so that it does not occupy a worker while it waits.
    func queueForCairo(
        _ job: RenderJob, _ writer: any ResponseWriter, since began: UInt64,
        _ control: RenderControl
    ) throws(Explanation) {
        let queued = DispatchTime.now().uptimeNanoseconds
        let admission = pool.submit(isSmall: false, needsCairo: true, at: queued) { [self] in
            end(writer, after: $0)
        } _: { [self] worker in
            do throws(Explanation) {
                try render(job, writer, on: worker, since: began, control)
            } catch {
                writer.note { $0.reservation?.shrink(to: 0) }
                writer.refuse(error)
            }
            memory.renderEnded()
        }
        switch admission {
        case .accepted(let ticket): expect(ticket, writer, at: queued)
        case .done: break
        case .closed: throw .draining
        case .full: throw .queueFull(settings)
        }
    }
}
