import { useLocation } from 'wouter'
import { request } from '../kit/api.ts'
import { useLastSubmission } from '../kit/lastSubmission.tsx'
import { useAction } from '../kit/useAction.ts'
import { QUEUE } from '../queue/queueKey.ts'
import { useShell } from '../workbench/shellContext.ts'

/** Goes on to the next job, or to the queue where none waits; this one can be taken back from there for a moment. */
export function useOpenNext(): () => void {
  const { session } = useShell()
  const { setLast } = useLastSubmission()
  const [, go] = useLocation()
  const next = useAction({
    run: () => request('POST /api/next'),
    onDone: ({ job }) => go(job ? `/jobs/${job.jobId}` : '/queue'),
    changes: [QUEUE],
  })
  return () => {
    const { jobId, referenceId, undoSeconds } = session.job.job
    setLast({ jobId, referenceId, undoUntilMs: Date.now() + undoSeconds * 1000 })
    next.mutate()
  }
}
