import { findAgain } from '../../model/fit/findAgain.ts'
import { fitCuboid, refitCuboid } from '../../model/fit/fitCuboid.ts'
import { serveWorker } from '../kit/worker/serveWorker.ts'
import type { FindTask, FitReply, FitRequest, RefitTask } from './fitMessages.ts'

const refit = ({ verb, cuboid, ...input }: RefitTask): FitReply => refitCuboid(verb, cuboid, input)

const find = ({ sought, ...input }: FindTask): FitReply =>
  findAgain(sought, input) ?? { refused: { code: 'NO_POINTS_NEAR' } }

function answered(request: FitRequest): FitReply {
  if ('fit' in request) return fitCuboid(request.fit)
  return 'find' in request ? find(request.find) : refit(request.refit)
}

serveWorker<FitRequest, FitReply>({ answer: (request) => ({ result: answered(request) }) })
