import { readFinding } from '../../../formats/workbench/checks.ts'
import { isWorkConflict } from '../../../formats/workbench/workConflict.ts'
import { framesOf } from '../../document/jobChecks.ts'
import type { EditorSession } from '../../document/session.ts'
import { ApiFailure, request } from '../../kit/api.ts'
import type { SendOutcome, SubmissionParts } from './submission.ts'

/** The routes of submitting, or of accepting where the job is reviewed. */
export function submissionService(session: EditorSession): Pick<SubmissionParts, 'reaches' | 'send' | 'withdraw'> {
  const params = { jid: session.job.job.jobId }
  const isReview = session.job.access === 'review'
  return {
    // A hidden page cannot be seen, so nothing is submitted from it.
    reaches: () =>
      document.hidden
        ? Promise.resolve(false)
        : request('POST /api/jobs/:jid/heartbeat', { params, body: {} }).then(
            () => true,
            (error: unknown) => error instanceof ApiFailure && !isUnreachable(error),
          ),
    async send(version, signal) {
      try {
        const reached = isReview
          ? await request('POST /api/jobs/:jid/review', { params, signal, body: { decision: 'accept', version } })
          : await request('POST /api/jobs/:jid/submit', { params, signal, body: { version } })
        return { kind: 'submitted', reached }
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiFailure)) throw error
        return outcomeOf(session, error)
      }
    },
    async withdraw() {
      if (!isReview) {
        const undone = await request('POST /api/jobs/:jid/submit/undo', { params }).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ApiFailure && !isUnreachable(error)) return false
            throw error
          },
        )
        if (undone) return 'withdrawn'
      }
      const { job, access } = await request('GET /api/jobs/:jid', { params })
      return access === session.job.access ? 'withdrawn' : { stage: job.stage, undoUntil: null }
    },
  }
}

function outcomeOf({ job }: EditorSession, error: ApiFailure): SendOutcome {
  if (isUnreachable(error)) return { kind: 'unreachable' }
  const { meta } = error
  const isByChecks = isWorkConflict(meta) && meta.reason === 'CHECKS'
  return {
    kind: 'refused',
    error,
    findings: isByChecks ? meta.findings.map((finding) => readFinding(finding, framesOf(job))) : [],
  }
}

/** The connection is lost, or a proxy does not reach the service. */
const isUnreachable = ({ status }: ApiFailure): boolean => status === 0 || status === 502 || status === 504
