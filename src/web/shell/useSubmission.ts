import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { IssueAnswer } from '../../contract/issues.ts'
import type { StageReachedAnswer } from '../../contract/work.ts'
import { systemClock } from '../document/clock.ts'
import type { JobChecks } from '../document/jobChecks.ts'
import type { EditorSession } from '../document/session.ts'
import { QUEUE } from '../queue/queueKey.ts'
import { commitField } from '../workbench/keys/commitField.ts'
import { JobSubmission } from '../workbench/submission/submission.ts'
import { submissionService } from '../workbench/submission/submissionService.ts'
import { issuesKey } from '../workbench/useIssues.ts'

/** Submits the open job through the service; ends with the page of the job. */
export function useSubmission(
  session: EditorSession,
  checks: JobChecks,
  onSubmitted: (reached: StageReachedAnswer) => void,
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
        client.getQueryData<IssueAnswer[]>(issuesKey(jobId))?.filter(({ resolved }) => !resolved).length ?? 0,
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
