import { fitCuboid, refitCuboid } from '../../model/fit/fitCuboid.ts'
import type { FitAnswer, FitRequest, FitResult, RefitTask } from './fitMessages.ts'

function refit({ verb, cuboid, leastPoints = 0, ...input }: RefitTask): FitResult {
  const result = refitCuboid(verb, cuboid, input)
  if ('refused' in result || result.pointCount >= leastPoints) return result
  return { refused: `only ${result.pointCount} points in the box` }
}

self.addEventListener('message', ({ data }: MessageEvent<FitRequest>) => {
  const result: FitResult = 'fit' in data ? fitCuboid(data.fit) : refit(data.refit)
  self.postMessage({ id: data.id, result } satisfies FitAnswer)
})
