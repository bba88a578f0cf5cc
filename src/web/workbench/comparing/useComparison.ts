import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { HeldDocumentRow } from '../../../contract/documents.ts'
import { fromPlainDocument } from '../../../formats/document/documentFile.ts'
import { decodeLabels } from '../../../formats/document/labelsFile.ts'
import type { JobContent } from '../../../formats/workbench/job.ts'
import { WORK } from '../../document/openOverlay.ts'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { request } from '../../kit/api.ts'
import { asError } from '../../kit/asError.ts'
import { WorkerClient, WorkerClosed } from '../../kit/worker/workerClient.ts'
import { loadBytes } from '../loadBytes.ts'
import { useShell } from '../shellContext.ts'
import type { ComparedPlace, LaidWork, OverlayReply, OverlayRequest } from './compareMessages.ts'

const NO_DOCUMENTS: HeldDocumentRow[] = []
/** While someone draws, figures follow this much later. */
const REST_MS = 400

/** Documents of the open job that this person may lay over its work; the service says which. */
export function useHeldDocuments(): HeldDocumentRow[] {
  const { session, me } = useShell()
  const { jobId, stage } = session.job.job
  const found = useQuery({
    queryKey: ['documents', jobId, stage],
    queryFn: ({ signal }) => request('GET /api/jobs/:jid/documents', { params: { jid: jobId }, signal }),
    enabled: me !== null,
    staleTime: 60_000,
  })
  return found.data?.documents ?? NO_DOCUMENTS
}

/** The outcome of comparing; `reply` stays while the next one is computed. */
export interface RunningComparison {
  reply: OverlayReply | null
  /** By name, as they were loaded. */
  works: ReadonlyMap<string, LaidWork>
  error: Error | null
}

/** Keeps the overlay of the session up to date with the documents that it names. */
export function useComparison(): RunningComparison {
  const { session } = useShell()
  const { works, error: failed } = useNamedWorks(session)
  const { names, decides } = useSession(session, ({ overlay }) => ({ names: overlay.names, decides: overlay.decides }))
  const comparing = useRef<WorkerClient<OverlayRequest, OverlayReply> | null>(null)
  const [made, setMade] = useState<{ reply: OverlayReply | null; error: Error | null }>({ reply: null, error: null })
  useEffect(() => {
    if (names) return
    setMade({ reply: null, error: null })
  }, [names])
  useEffect(() => () => comparing.current?.close(), [])
  useEffect(() => {
    if (!names?.every((name) => works.has(name))) return
    let isCurrent = true
    const ask = async () => {
      comparing.current ??= new WorkerClient(start)
      const asked = names.flatMap((name) => works.get(name) ?? [])
      const order = { place: placeOf(session), works: asked, isChoice: decides }
      try {
        const reply = await comparing.current.ask(order)
        if (!isCurrent) return
        session.overlay.setAll(reply.objects)
        setMade({ reply, error: null })
      } catch (error) {
        if (isCurrent && !(error instanceof WorkerClosed)) setMade({ reply: null, error: asError(error) })
      }
    }
    const timer = setTimeout(ask, names.includes(WORK) ? REST_MS : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [session, names, decides, works])
  return { works, reply: made.reply, error: failed ?? made.error }
}

const start = () => new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' })

function useNamedWorks(session: EditorSession): { works: ReadonlyMap<string, LaidWork>; error: Error | null } {
  const names = useSession(session, ({ overlay }) => overlay.names)
  const document = useSession(session, (open) => open.document)
  const labelsVersion = useSession(session, (open) => open.labelsVersion)
  const { jobId } = session.job.job
  const stored = useMemo(() => (names ?? []).filter((name) => name !== WORK), [names])
  const { loaded, error } = useQueries({
    queries: stored.map((name) => ({
      queryKey: ['document', jobId, name],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(jobId, name, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
    })),
    combine,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are changed in place, their version tells when.
  const works = useMemo(() => {
    const found = new Map<string, LaidWork>([[WORK, { document, labels: session.labels }]])
    for (const [i, name] of stored.entries()) {
      const work = loaded[i]
      if (work) found.set(name, work)
    }
    return found
  }, [stored, loaded, names?.includes(WORK) ? document : null, labelsVersion])
  return { works, error }
}

const combine = (results: readonly { data: LaidWork | undefined; error: Error | null }[]) => ({
  loaded: results.map(({ data }) => data),
  error: results.find(({ error }) => error)?.error ?? null,
})

async function load(jobId: string, name: string, signal: AbortSignal): Promise<LaidWork> {
  const { document, labelsUrl } = await request('GET /api/jobs/:jid/documents/:name', {
    params: { jid: jobId, name },
    signal,
  })
  const labels = labelsUrl === null ? null : await loadBytes(labelsUrl, () => {}, signal).then(decodeLabels)
  return { document: fromPlainDocument(document), labels }
}

function placeOf({ job }: EditorSession): ComparedPlace {
  const { content, tag } = job
  return {
    tag,
    sensors: 'sensors' in content ? content.sensors.map(({ id }) => ({ id })) : [],
    frames: framesOf(content),
  }
}

function framesOf(content: JobContent): ComparedPlace['frames'] {
  if ('sensors' in content)
    return content.frames.map(({ sensors }) => ({
      sensorIds: new Set(sensors.map(({ sensorId }) => sensorId)),
      image: null,
    }))
  return content.frames.map(({ image }) => ({ sensorIds: new Set(), image }))
}
