import type { Tag } from '../../../src/model/tag.ts'
import type { DocumentServer } from '../../../src/web/document/documentServer.ts'
import { httpDocumentServer } from '../../../src/web/document/httpDocumentServer.ts'
import { askOf, JobChecks } from '../../../src/web/document/jobChecks.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { JobSubmission } from '../../../src/web/workbench/submission/submission.ts'
import { submissionService } from '../../../src/web/workbench/submission/submissionService.ts'
import { WORK_API } from '../../../src/web/workbench/workApi.ts'
import type { FakeServer, HandClock } from '../../web/desk/desk.ts'
import { HandService, serve } from './service.ts'

const OPENED_MS = 700

/** The service of one job, and how its pages submit to it. */
export class SubmitDesk {
  readonly service: HandService
  readonly documentServer: DocumentServer
  readonly clock: HandClock
  #submission!: JobSubmission

  constructor(server: FakeServer, clock: HandClock, jobId: string, job: { tag: Tag; frameIds: readonly string[] }) {
    this.service = new HandService(server, clock, job)
    this.documentServer = httpDocumentServer(jobId, WORK_API)
    this.clock = clock
    serve(this.service)
  }

  get submission(): JobSubmission {
    return this.#submission
  }

  /** A page of the job was opened, and its first frame is drawn. */
  async opened(session: EditorSession, isOldEnough = true): Promise<void> {
    serve(this.service)
    const { clock, service } = this
    this.#submission = new JobSubmission({
      session,
      clock,
      checks: new JobChecks(session, askOf(this.documentServer, session.job.content), clock),
      commitFields() {},
      countOpenIssues: () => 0,
      isOnline: () => service.server.isOnline,
      onSubmitted() {},
      ...submissionService(session),
    })
    session.firstFrame.drawn()
    if (isOldEnough) await clock.pass(OPENED_MS)
  }

  closed(): void {
    this.#submission?.dispose()
  }
}
