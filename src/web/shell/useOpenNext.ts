import { useLocation } from 'wouter'
import { useLastSubmission } from '../kit/lastSubmission.tsx'
import { useNextJob } from '../queue/useNextJob.ts'
import { useShell } from '../workbench/shellContext.ts'

/** Goes on to the next job, or to the queue where none waits; this one can be taken back from there for a moment. */
export function useOpenNext(): () => void {
  const { session } = useShell()
  const { setLast } = useLastSubmission()
  const [, go] = useLocation()
  const next = useNextJob((job) => go(job ? `/jobs/${job.jobId}` : '/queue'))
  return () => {
    const { jobId, referenceId, undoSeconds } = session.job.job
    setLast({ jobId, referenceId, undoUntilMs: Date.now() + undoSeconds * 1000 })
    next.mutate()
  }
}
