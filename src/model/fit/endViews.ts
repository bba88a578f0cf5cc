import type { HeadingPlace } from './headingSearch.ts'
import type { Ends, EndView } from './sideFit.ts'

type SeenEnd = EndView & { as: 'face' | 'edge' | 'unseen' }

const SURENESS: readonly SeenEnd['as'][] = ['unseen', 'edge', 'face']

/** How the back and the front, the right and the left end of a box are seen. */
export type Views = { along: [SeenEnd, SeenEnd]; across: [SeenEnd, SeenEnd] }

/**
 * A face turned to the sensor is at its points; a face that is seen edge-on ends about where its points end. Labels are
 * consistent over all frames of an object: a face far from its points in one frame is unlikely, not impossible.
 */
const FACE: SeenEnd = { as: 'face', gapM: 0.01, gapSigmaM: 0.06, mostCost: 9 }
const EDGE: SeenEnd = { as: 'edge', gapM: 0.03, gapSigmaM: 0.08, mostCost: 4 }
/** People have no faces: boxes are drawn around them with a margin for moving limbs. */
const SOFT_GAP_M = 0.08
const SOFT_SIGMA_M = 0.12
/** Hoods and boots slope down at their ends: the longer a face, the more of its end gives no points. */
const FLAT_M = 1.2
const FALLING_SHARE = 0.06
const FALLING_SIGMA_SHARE = 0.05
/** Turned away: the face gives no points, and their absence says nothing. */
const UNSEEN: SeenEnd = { as: 'unseen', gapM: 0, gapSigmaM: 1, mostCost: 0 }
/** A face seen under a smaller angle gives too few points to show where it ends. */
const GRAZING_SIN = 0.12

/**
 * How an object is seen: `coverage` 0 … 1, the share of it that the sensor sees, since ends are less certain with less
 * coverage; `softness` 0 for things with flat faces, 1 for people.
 */
export type Visible = { coverage: number; softness: number }

export function viewsOf(along: Ends, across: Ends, sensors: readonly HeadingPlace[], visible: Visible): Views {
  if (sensors.length === 0) {
    // It may be seen from all sides: then its ends are where its points end.
    const edge = softened(EDGE, visible)
    return { along: [edge, edge], across: [edge, edge] }
  }
  return sensors.map((sensor) => viewsFrom(along, across, sensor, visible)).reduce(bestViews)
}

/** The best view of each end. */
function bestViews(one: Views, other: Views): Views {
  const better = (a: SeenEnd, b: SeenEnd): SeenEnd => (SURENESS.indexOf(b.as) > SURENESS.indexOf(a.as) ? b : a)
  const both = (a: [SeenEnd, SeenEnd], b: [SeenEnd, SeenEnd]): [SeenEnd, SeenEnd] => [
    better(a[0], b[0]),
    better(a[1], b[1]),
  ]
  return { along: both(one.along, other.along), across: both(one.across, other.across) }
}

function viewsFrom(along: Ends, across: Ends, sensor: HeadingPlace, visible: Visible): Views {
  const away = GRAZING_SIN * Math.hypot(sensor.u, sensor.v)
  return {
    along: viewOfSide(along, sensor.u, beside(across, sensor.v) > away, visible),
    across: viewOfSide(across, sensor.v, beside(along, sensor.u) > away, visible),
  }
}

function softened(view: SeenEnd, { coverage, softness }: Visible): SeenEnd {
  const between = (hard: number, soft: number): number => hard + softness * (soft - hard)
  return {
    as: view.as,
    gapM: between(view.gapM, SOFT_GAP_M),
    gapSigmaM: between(view.gapSigmaM, SOFT_SIGMA_M),
    mostCost: view.mostCost * coverage,
  }
}

function edgeOf({ from, to }: Pick<Ends, 'from' | 'to'>, visible: Visible): SeenEnd {
  const edge = softened(EDGE, visible)
  const fallingM = Math.max(0, to - from - FLAT_M)
  edge.gapM += FALLING_SHARE * fallingM
  edge.gapSigmaM += FALLING_SIGMA_SHARE * fallingM
  return edge
}

const beside = ({ from, to }: Ends, at: number): number => Math.max(from - at, at - to, 0)

function viewOfSide({ from, to }: Ends, at: number, isSideSeen: boolean, visible: Visible): [SeenEnd, SeenEnd] {
  const face = softened(FACE, visible)
  const edge = edgeOf({ from, to }, visible)
  const far = isSideSeen ? edge : UNSEEN
  if (at < from) return [face, far]
  if (at > to) return [far, face]
  return [edge, edge]
}
