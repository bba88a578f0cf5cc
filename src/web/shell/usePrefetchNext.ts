import { useEffect } from 'react'
import { fileUrl } from '../../formats/workbench/job.ts'
import type { WorkKind } from '../../model/stage.ts'
import type { EditorSession } from '../document/session.ts'
import { request } from '../kit/api.ts'
import { useNextPicture } from '../kit/NextPictureProvider.tsx'
import type { NextPicture } from '../kit/nextPicture.ts'
import { loadMode } from '../modes/modes.ts'
import { lets, type QueueFilter, useQueueFilter } from '../queue/queueFilter.tsx'
import { firstFilesOf } from './firstFiles.ts'

/** Files of the open job come first. */
const SETTLED_MS = 1_500
/** Others take jobs as well: from time to time it is looked which one would come now. */
const LOOK_MS = 60_000

/** Loads the first files of the next job into the browser's cache, so that it opens immediately after a submission. */
export function usePrefetchNext({ job: { job, tag, access } }: EditorSession, isAtWork: boolean): void {
  const [filter] = useQueueFilter()
  const { jobId, projectId } = job
  const kind: WorkKind = access === 'review' ? 'review' : 'annotate'
  const picture = useNextPicture()
  useEffect(() => {
    if (!isAtWork) return
    const controller = new AbortController()
    let brought: string | null = null
    const look = async () => {
      if (document.hidden) return
      const like = projectId === null ? null : { kind, projectId, tag: tag.name }
      const alike = like && lets(filter, like) ? await nextInQueue(jobId, like, controller.signal) : null
      const next = alike ?? (await nextInQueue(jobId, filter, controller.signal))
      if (next === null || next === brought) return
      brought = next
      await bring(next, picture, controller.signal)
    }
    // A failed prefetch does no harm: the job is loaded when it is opened.
    const lookQuietly = () => void look().catch(() => {})
    const settled = setTimeout(lookQuietly, SETTLED_MS)
    const timer = setInterval(lookQuietly, LOOK_MS)
    return () => {
      controller.abort()
      clearTimeout(settled)
      clearInterval(timer)
    }
  }, [jobId, projectId, tag.name, kind, isAtWork, filter, picture])
}

async function nextInQueue(openId: string, filter: QueueFilter, signal: AbortSignal): Promise<string | null> {
  const query = {
    kind: filter.kind ?? undefined,
    project_id: filter.projectId ?? undefined,
    tag: filter.tag ?? undefined,
  }
  const { jobs } = await request('GET /api/queue', { query, signal })
  return jobs.find(({ jobId }) => jobId !== openId)?.jobId ?? null
}

/** Files never change under their names: read once they are in the cache of the browser. */
async function bring(jobId: string, picture: NextPicture | null, signal: AbortSignal): Promise<void> {
  const payload = await request('GET /api/jobs/:jid', { params: { jid: jobId }, signal })
  const mode = await loadMode(payload.job.operation)
  for (const file of firstFilesOf(payload.content)) {
    const answer = await fetch(fileUrl(payload, file), { signal, priority: 'low' })
    await answer.blob()
  }
  if (picture) mode.prepare?.(payload, picture)
}
