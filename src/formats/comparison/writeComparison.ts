import type { AttributeFigures } from '../../model/compare/attributeAgreement.ts'
import type {
  ClassComparison,
  ComparedObject,
  Comparison,
  ComparisonFigures,
  ObjectPair,
} from '../../model/compare/compare.ts'
import type { CuboidFigures } from '../../model/compare/cuboidFigures.ts'
import type { ShapeFigures } from '../../model/compare/figures.ts'
import type { TrackFigures, TrackPair } from '../../model/compare/trackFigures.ts'
import { keyed } from '../results/assembly.ts'

/** Pairs, and objects of either side alone, of one answer. */
export const COMPARISON_PAGE = 10_000

/** A comparison in the form of answers. `frameIdOf` names a frame; null if frames have no ids. */
export function writeComparison(comparison: Comparison, frameIdOf: (frame: number) => string | null, start = 0) {
  const page = <Item>(all: readonly Item[]) => all.slice(start, start + COMPARISON_PAGE)
  const place = ({ frame, sensorId }: ComparedObject) => {
    const frameId = frame === null ? null : frameIdOf(frame)
    return { ...(frameId !== null && { frame_id: frameId }), ...(sensorId && { sensor_id: sensorId }) }
  }
  const object = (alone: ComparedObject) => ({ _id: alone.id, ...place(alone), label: alone.label })
  const pair = ({ a, b, iou, distance, likeness, state }: ObjectPair) => ({
    a: { _id: a.id },
    b: { _id: b.id },
    ...place(a),
    label_a: a.label,
    label_b: b.label,
    ...(iou !== null && { iou }),
    ...(distance !== null && { distance }),
    ...(iou === null && distance === null && { oks: likeness }),
    state,
  })
  const { pairs, onlyA, onlyB } = comparison
  return {
    score: comparison.score,
    approximate: comparison.approximate,
    figures: writeFigures(comparison.figures),
    by_class: keyed([...comparison.byClass].map(([label, figures]) => [label, classFigures(figures)])),
    confusion: comparison.confusion,
    pairs: page(pairs).map(pair),
    only_a: page(onlyA).map(object),
    only_b: page(onlyB).map(object),
    tracks: comparison.tracks.map(trackPair),
    /** Where the next page begins; null: this is the last. */
    next: Math.max(pairs.length, onlyA.length, onlyB.length) > start + COMPARISON_PAGE ? start + COMPARISON_PAGE : null,
  }
}

export type WrittenComparison = ReturnType<typeof writeComparison>

function writeFigures(figures: ComparisonFigures) {
  const { weightedPq, oks, chamferPx, chamferM, keypointM, cuboids, tracks, points, rectangles, attributes } = figures
  return {
    ...shapeFigures(figures.shapes),
    ...(weightedPq !== null && { weighted_pq: weightedPq }),
    ...(oks !== null && { oks }),
    ...(chamferPx !== null && { chamfer_px: chamferPx }),
    ...(chamferM !== null && { chamfer_m: chamferM }),
    ...(keypointM !== null && { keypoint_m: keypointM }),
    ...(cuboids && cuboidErrors(cuboids)),
    ...(tracks && trackFigures(tracks)),
    ...points,
    ...(rectangles && {
      rectangles: {
        ...shapeFigures(rectangles.shapes),
        by_class: keyed([...rectangles.byClass].map(([label, shapes]) => [label, shapeFigures(shapes)])),
      },
    }),
    attributes: keyed<AttributeFigures>(attributes),
  }
}

const shapeFigures = ({ onlyA, onlyB, meanIou, ...same }: ShapeFigures) => ({
  ...same,
  only_a: onlyA,
  only_b: onlyB,
  mean_iou: meanIou,
})

const cuboidErrors = ({ meanIouBev, headingFlips, ...same }: CuboidFigures) => ({
  mean_iou_bev: meanIouBev,
  ...same,
  heading_flips: headingFlips,
})

const trackFigures = ({ hota, detA, assA, idf1, mota, idSwitches }: TrackFigures) => ({
  hota,
  deta: detA,
  assa: assA,
  idf1,
  mota,
  id_switches: idSwitches,
})

const classFigures = ({ shapes, tracks, iou }: ClassComparison) => ({
  ...shapeFigures(shapes),
  ...(tracks && trackFigures(tracks)),
  ...(iou !== null && { iou }),
})

const trackPair = ({ a, b, label, framesA, framesB, framesBoth }: TrackPair) => ({
  a: a === null ? null : { track_id: a },
  b: b === null ? null : { track_id: b },
  label,
  frames_a: framesA,
  frames_b: framesB,
  frames_both: framesBoth,
})
