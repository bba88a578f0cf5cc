import type { Place } from './headingSearch.ts'
import type { Ends, EndView } from './sideFit.ts'

/** How the back and the front, the right and the left end of a box are seen. */
export type Views = { along: [EndView, EndView]; across: [EndView, EndView] }

/** A face turned to the sensor is at its points; a face that it sees from beside ends about where its points end. */
const FACE: EndView = { gapSigmaM: 0.06, mostCost: 8 }
const EDGE: EndView = { gapSigmaM: 0.12, mostCost: 4 }
/** Turned away: what is there gives no points, and their absence says nothing. */
const UNSEEN: EndView = { gapSigmaM: 1, mostCost: 0 }
/** A face seen under a smaller angle gives too few points to show where it ends. */
const GRAZING_SIN = 0.12

export const isUnseen = ({ mostCost }: EndView): boolean => mostCost === 0

/** @param coverage 0 … 1, how much of the object the sensor sees at all: ends say the less, the less that is */
export function viewsOf(along: Ends, across: Ends, sensor: Place | null, coverage: number): Views {
  const edge = covered(EDGE, coverage)
  if (!sensor) return { along: [edge, edge], across: [edge, edge] }
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

const beside = ({ from, to }: Ends, at: number): number => Math.max(from - at, at - to, 0)

function viewOfSide({ from, to }: Ends, at: number, isSideSeen: boolean, coverage: number): [EndView, EndView] {
  const face = covered(FACE, coverage)
  const edge = covered(EDGE, coverage)
  const far = isSideSeen ? edge : UNSEEN
  if (at < from) return [face, far]
  if (at > to) return [far, face]
  return [edge, edge]
}
