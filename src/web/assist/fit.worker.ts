import { fitCuboid, refitCuboid } from '../../model/fit/fitCuboid.ts'
import { serveWorker } from '../kit/worker/serveWorker.ts'
import type { FitReply, FitRequest, RefitTask } from './fitMessages.ts'

function refit({ verb, cuboid, leastPoints = 0, ...input }: RefitTask): FitReply {
  const result = refitCuboid(verb, cuboid, input)
  if ('refused' in result || result.pointCount >= leastPoints) return result
  return { refused: { code: 'FEW_POINTS_IN_BOX', count: result.pointCount } }
}

serveWorker<FitRequest, FitReply>({
  answer: (request) => ({ result: 'fit' in request ? fitCuboid(request.fit) : refit(request.refit) }),
})
