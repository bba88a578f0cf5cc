import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { TrackProgress, TrackReply, TrackRequest } from './trackMessages.ts'

const start = () => new Worker(new URL('./track.worker.ts', import.meta.url), { type: 'module' })

/** Tracks boxes through pictures. When aborted, it answers with the result so far. */
export const trackWorker = () => new WorkerClient<TrackRequest, TrackReply, never, TrackProgress>(start)
