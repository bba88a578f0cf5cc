import type { Curve } from '../../model/evaluation/curve.ts'
import { RECALLS } from '../../model/evaluation/curve.ts'
import type { EvaluationFigures, SetEvaluation } from '../../model/evaluation/evaluation.ts'
import type { ImagePrecision } from '../../model/evaluation/imagePrecision.ts'
import type { SpacePrecision } from '../../model/evaluation/spacePrecision.ts'
import { keyed } from '../results/assembly.ts'

/** Figures over many jobs, as answers and the command line carry them. */
export function writeEvaluation({ jobs, images, space, leftOut }: EvaluationFigures) {
  return {
    jobs,
    images: images && { ...setOf(images, imageFigures) },
    space: space && { nds: space.nds, ...setOf(space, spaceFigures) },
    left_out: leftOut,
  }
}

export type WrittenEvaluation = ReturnType<typeof writeEvaluation>

const setOf = <Figures, Written extends object>(
  { map, interval, byClass }: SetEvaluation<Figures>,
  write: (figures: Figures) => Written,
) => ({
  map,
  interval,
  by_class: keyed(
    [...byClass].map(([label, { truth, found, figures, curve }]) => [
      label,
      { truth, found, ...write(figures), curve: curveOf(curve) },
    ]),
  ),
})

/** Defined only where the recall is reached. */
const curveOf = ({ precision, score }: Curve) =>
  RECALLS.flatMap((recall, i) => (score[i] > 0 ? [{ recall, precision: precision[i], score: score[i] }] : []))

const imageFigures = (figures: ImagePrecision) => ({
  ap: figures.ap,
  ap50: figures.ap50,
  ap75: figures.ap75,
  ap_small: figures.apSmall,
  ap_medium: figures.apMedium,
  ap_large: figures.apLarge,
  ar1: figures.ar1,
  ar10: figures.ar10,
  ar100: figures.ar100,
})

const spaceFigures = ({ ap, apByDistance, ate, ase, aoe }: SpacePrecision) => ({
  ap,
  ap_by_distance_m: apByDistance,
  ate,
  ase,
  aoe,
})
