import type { HeadingPlace } from './headingSearch.ts'
import type { Ends, EndView } from './sideFit.ts'

/** How the back and the front, the right and the left end of a box are seen. */
export type Views = { along: [EndView, EndView]; across: [EndView, EndView] }

/** A face turned to the sensor is at its points; a face that it sees from beside ends about where its points end. */
const FACE: EndView = { gapSigmaM: 0.06, mostCost: 8 }
const EDGE_COST = 4
const EDGE_SIGMA_M = 0.08
/** Hoods and boots fall away towards their ends: the longer a face, the more of its end gives no points. */
const EDGE_SHARE = 0.04
/** Turned away: what is there gives no points, and their absence says nothing. */
const UNSEEN: EndView = { gapSigmaM: 1, mostCost: 0 }
/** A face seen under a smaller angle gives too few points to show where it ends. */
const GRAZING_SIN = 0.12

export const isFace = ({ gapSigmaM }: EndView): boolean => gapSigmaM === FACE.gapSigmaM
export const isUnseen = ({ mostCost }: EndView): boolean => mostCost === 0

/** @param coverage 0 … 1, how much of the object the sensor sees at all: ends say the less, the less that is */
export function viewsOf(along: Ends, across: Ends, sensor: HeadingPlace | null, coverage: number): Views {
  if (!sensor) {
    const [a, b] = [edgeOf(along, coverage), edgeOf(across, coverage)]
    return { along: [a, a], across: [b, b] }
  }
  const away = GRAZING_SIN * Math.hypot(sensor.u, sensor.v)
  return {
    along: viewOfSide(along, sensor.u, beside(across, sensor.v) > away, coverage),
    across: viewOfSide(across, sensor.v, beside(along, sensor.u) > away, coverage),
  }
}

const covered = ({ gapSigmaM, mostCost }: EndView, coverage: number): EndView => ({
  gapSigmaM,
  mostCost: mostCost * coverage,
})

const edgeOf = ({ from, to }: Pick<Ends, 'from' | 'to'>, coverage: number): EndView =>
  covered({ gapSigmaM: EDGE_SIGMA_M + EDGE_SHARE * (to - from), mostCost: EDGE_COST }, coverage)

const beside = ({ from, to }: Ends, at: number): number => Math.max(from - at, at - to, 0)

function viewOfSide({ from, to }: Ends, at: number, isSideSeen: boolean, coverage: number): [EndView, EndView] {
  const face = covered(FACE, coverage)
  const edge = edgeOf({ from, to }, coverage)
  const far = isSideSeen ? edge : UNSEEN
  if (at < from) return [face, far]
  if (at > to) return [far, face]
  return [edge, edge]
}
