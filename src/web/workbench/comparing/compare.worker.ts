import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { OverlayReply, OverlayRequest } from './compareMessages.ts'
import { overlayOf } from './overlayObjects.ts'

serveWorker<OverlayRequest, OverlayReply>({ answer: (request) => ({ result: overlayOf(request) }) })
