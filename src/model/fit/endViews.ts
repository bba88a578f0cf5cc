import type { HeadingPlace } from './headingSearch.ts'
import type { Ends, EndView } from './sideFit.ts'

type SeenEnd = EndView & { as: 'face' | 'edge' | 'unseen' }

/** How the back and the front, the right and the left end of a box are seen. */
export type Views = { along: [SeenEnd, SeenEnd]; across: [SeenEnd, SeenEnd] }

/** A face turned to the sensor is at its points; a face that it sees from beside ends about where its points end. */
const FACE: SeenEnd = { as: 'face', gapM: 0.02, gapSigmaM: 0.06, mostCost: 8 }
const EDGE: SeenEnd = { as: 'edge', gapM: 0.03, gapSigmaM: 0.06, mostCost: 4 }
/** Hoods and boots fall away towards their ends: the longer a face, the more of its end gives no points. */
const FLAT_M = 1.2
const FALLING_SHARE = 0.09
const FALLING_SIGMA_SHARE = 0.05
/** Turned away: what is there gives no points, and their absence says nothing. */
const UNSEEN: SeenEnd = { as: 'unseen', gapM: 0, gapSigmaM: 1, mostCost: 0 }
/** A face seen under a smaller angle gives too few points to show where it ends. */
const GRAZING_SIN = 0.12

/** @param coverage 0 … 1, how much of the object the sensor sees at all: ends say the less, the less that is */
export function viewsOf(along: Ends, across: Ends, sensor: HeadingPlace | null, coverage: number): Views {
  if (!sensor) {
    // It may be seen from all sides: then its ends are where its points end.
    const [a, b] = [edgeOf(along, coverage), edgeOf(across, coverage)].map((edge) => ({ ...edge, gapM: EDGE.gapM }))
    return { along: [a, a], across: [b, b] }
  }
  const away = GRAZING_SIN * Math.hypot(sensor.u, sensor.v)
  return {
    along: viewOfSide(along, sensor.u, beside(across, sensor.v) > away, coverage),
    across: viewOfSide(across, sensor.v, beside(along, sensor.u) > away, coverage),
  }
}

const covered = (view: SeenEnd, coverage: number): SeenEnd => ({ ...view, mostCost: view.mostCost * coverage })

function edgeOf({ from, to }: Pick<Ends, 'from' | 'to'>, coverage: number): SeenEnd {
  const fallingM = Math.max(0, to - from - FLAT_M)
  return {
    as: 'edge',
    gapM: EDGE.gapM + FALLING_SHARE * fallingM,
    gapSigmaM: EDGE.gapSigmaM + FALLING_SIGMA_SHARE * fallingM,
    mostCost: EDGE.mostCost * coverage,
  }
}

const beside = ({ from, to }: Ends, at: number): number => Math.max(from - at, at - to, 0)

function viewOfSide({ from, to }: Ends, at: number, isSideSeen: boolean, coverage: number): [SeenEnd, SeenEnd] {
  const face = covered(FACE, coverage)
  const edge = edgeOf({ from, to }, coverage)
  const far = isSideSeen ? edge : UNSEEN
  if (at < from) return [face, far]
  if (at > to) return [far, face]
  return [edge, edge]
}
