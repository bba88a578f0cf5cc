import { useLocation } from 'wouter'
import { type LastSubmission, useLastSubmission } from '../kit/lastSubmission.tsx'
import { useNextJob } from '../queue/useNextJob.ts'
import type { ShellState } from '../workbench/shellContext.ts'

/** A message without undo is shown as long as notices are. */
const SHOWN_MS = 3_000

/** Opens the next job, or the queue if none waits, which shows the outcome of this one. */
export function useOpenNext({
  session,
  setDialog,
}: Pick<ShellState, 'session' | 'setDialog'>): (done: LastSubmission['done'], canUndo: boolean) => void {
  const { setLast } = useLastSubmission()
  const [, go] = useLocation()
  const next = useNextJob((job) => go(job ? `/jobs/${job.jobId}` : '/queue'))
  return (done, canUndo) => {
    const { jobId, projectId, referenceId, undoSeconds } = session.job.job
    const kind = session.job.access === 'review' ? 'review' : 'annotate'
    setDialog({ kind: 'left' })
    setLast({ jobId, referenceId, done, canUndo, untilMs: Date.now() + (canUndo ? undoSeconds * 1000 : SHOWN_MS) })
    next.mutate(projectId === null ? undefined : { projectId, tag: session.job.tag.name, kind }, {
      onError: () => go('/queue'),
    })
  }
}
