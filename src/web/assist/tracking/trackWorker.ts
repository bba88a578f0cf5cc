import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { TrackProgress, TrackReply, TrackRequest } from './trackMessages.ts'

const start = () => new Worker(new URL('./track.worker.ts', import.meta.url), { type: 'module' })

/** Follows boxes through pictures. Aborted, it answers what it has by then. */
export const trackWorker = () => new WorkerClient<TrackRequest, TrackReply, never, TrackProgress>(start)
