import { fitCuboid } from '../../../model/fit/fitCuboid.ts'
import { withSideSnapped } from '../../tools/cuboid/snapSide.ts'
import type { FitAnswer, FitRequest, FitResult, RefitTask } from './fitClient.ts'

function refit({ verb, cuboid, positions }: RefitTask): FitResult {
  if (verb !== 'tighten') return { refused: 'only tightening is possible here' }
  let tight = cuboid
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const sign of [1, -1] as const) tight = withSideSnapped(tight, { axis, sign }, positions)
  }
  return tight === cuboid ? { refused: 'There are no points in the box.' } : { cuboid: tight, reasons: [] }
}

self.addEventListener('message', ({ data }: MessageEvent<FitRequest>) => {
  const result: FitResult = 'fit' in data ? fitCuboid(data.fit) : refit(data.refit)
  self.postMessage({ id: data.id, result } satisfies FitAnswer)
})
