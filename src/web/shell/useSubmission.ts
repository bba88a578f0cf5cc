import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { readFinding } from '../../formats/workbench/checks.ts'
import type { Issue } from '../../formats/workbench/issues.ts'
import type { StageReached } from '../../formats/workbench/work.ts'
import { isWorkConflict } from '../../formats/workbench/workConflict.ts'
import { systemClock } from '../document/clock.ts'
import { framesOf, type JobChecks } from '../document/jobChecks.ts'
import type { EditorSession } from '../document/session.ts'
import { ApiFailure, request } from '../kit/api.ts'
import { QUEUE } from '../queue/queueKey.ts'
import { commitField } from '../workbench/keys/commitField.ts'
import { JobSubmission, type SendOutcome, type SubmissionParts } from '../workbench/submission/submission.ts'
import { issuesKey } from '../workbench/useIssues.ts'

/** Submits the open job through the service; ends with the page of the job. */
export function useSubmission(
  session: EditorSession,
  checks: JobChecks,
  onSubmitted: (reached: StageReached) => void,
): JobSubmission {
  const client = useQueryClient()
  const latest = useRef(onSubmitted)
  latest.current = onSubmitted
  const submission = useMemo(() => {
    const { jobId } = session.job.job
    return new JobSubmission({
      session,
      clock: systemClock,
      checks,
      // Some fields validate their text only when they lose the focus.
      commitFields: () => commitField(document.activeElement),
      countOpenIssues: () =>
        client.getQueryData<Issue[]>(issuesKey(jobId))?.filter(({ resolved }) => !resolved).length ?? 0,
      isOnline: () => navigator.onLine,
      onSubmitted: (reached) => {
        latest.current(reached)
        void client.invalidateQueries({ queryKey: QUEUE })
      },
      ...submissionService(session),
    })
  }, [session, checks, client])
  useEffect(() => {
    const back = () => void submission.connectionBack()
    const leave = (event: KeyboardEvent) => {
      const { step } = submission.state
      if (event.key !== 'Escape' || (step !== 'sending' && step !== 'offline' && step !== 'checking')) return
      event.stopImmediatePropagation()
      event.preventDefault()
      submission.cancel()
    }
    window.addEventListener('online', back)
    document.addEventListener('visibilitychange', back)
    window.addEventListener('keydown', leave, { capture: true })
    return () => {
      window.removeEventListener('online', back)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('keydown', leave, { capture: true })
      submission.dispose()
    }
  }, [submission])
  return submission
}

/** The routes of submitting, or of accepting where the job is reviewed. */
function submissionService(session: EditorSession): Pick<SubmissionParts, 'reaches' | 'send' | 'withdraw'> {
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
