import type { FaceName } from '../../geometry/cuboid.ts'
import { countPointsInBox } from '../../geometry/pointCount.ts'
import { identityPose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { BoxPrior } from './boxPrior.ts'
import type { FoundBox } from './boxSearch.ts'
import { type FitInput, type FittedCuboid, LEAST_SIDE_M } from './fitInput.ts'
import type { FitNote } from './fitNote.ts'
import { wrapped } from './headingSearch.ts'
import { fitHeight, pointsOver } from './heightFit.ts'
import { fromRegion, type Surroundings } from './surroundings.ts'

/** Turns a box found from above into a cuboid on the ground, with the height from its points and its class. */
export function placeBox(
  input: FitInput,
  around: Surroundings,
  prior: BoxPrior,
  box: FoundBox,
  reasons: FitNote[],
): FittedCuboid {
  const over = pointsOver(around.overhead, box)
  const { along, across } = box
  const a = (along.from + along.to) / 2
  const b = (across.from + across.to) / 2
  const cos = Math.cos(box.yawRad)
  const sin = Math.sin(box.yawRad)
  const place = { u: cos * a - sin * b, v: sin * a + cos * b }
  const bottom = around.bottomOf(box, over)
  const heights = over.map((z) => z - bottom)
  const { height, isTopSeen } = fitHeight(heights, prior.height)
  const dimensions = {
    length: Math.max(LEAST_SIDE_M, along.to - along.from),
    width: Math.max(LEAST_SIDE_M, across.to - across.from),
    height: Math.max(LEAST_SIDE_M, height),
  }
  const cuboid = {
    position: { ...fromRegion(around.region, place), z: bottom + dimensions.height / 2 },
    heading: quaternionFromYaw(wrapped(around.region.yawRad + box.yawRad)),
    dimensions,
  }
  const completed = unseenFaces(box)
  if (!isTopSeen) completed.push('top')
  if (completed.includes('front') || completed.includes('back')) reasons.push({ code: 'LENGTH_COMPLETED' })
  if (completed.includes('left') || completed.includes('right')) reasons.push({ code: 'WIDTH_COMPLETED' })
  if (!isTopSeen) reasons.push({ code: 'HEIGHT_COMPLETED' })
  const pointCount = countPointsInBox(input.positions, identityPose, cuboid)
  return { cuboid, pointCount, reasons, completed }
}

function unseenFaces({ views }: FoundBox): FaceName[] {
  const ends = [
    ['back', views.along[0]],
    ['front', views.along[1]],
    ['right', views.across[0]],
    ['left', views.across[1]],
  ] as const
  return ends.flatMap(([face, view]) => (view.as === 'unseen' ? [face] : []))
}
