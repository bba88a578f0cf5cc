import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { type Comparison, compare } from '../../model/compare/compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../model/compare/compareOptions.ts'
import type { ShapeFigures } from '../../model/compare/figures.ts'
import { type WorstObject, worstObjects } from '../../model/compare/worstObjects.ts'
import type { ComparedWork } from '../../store/project/quality/comparisonSums.ts'
import { comparedJob, comparingContext, type StoredDocument, storedSide } from '../../workflow/quality/comparedWork.ts'

export interface ScoreOrder {
  job: JobSnapshot
  accepted: StoredDocument
  submitted: StoredDocument
}

export interface WorkScore extends ComparedWork {
  score: number
  objects: WorstObject[]
}

/** After this time, the rest is matched greedily. */
const EXACT_MS = 60_000

/** The share of the accepted work that was submitted unchanged, with the figures that are summed. */
export function scoreWork({ accepted, submitted, job }: ScoreOrder): WorkScore {
  const endMs = performance.now() + EXACT_MS
  const context = comparingContext(job)
  const [a, b] = [storedSide(accepted, context), storedSide(submitted, context)]
  const isLate = () => performance.now() > endMs
  const compared = compare(a, b, comparedJob(context), DEFAULT_COMPARE_OPTIONS, isLate)
  return { score: compared.score, objects: worstObjects(compared), ...countedWork(compared) }
}

/** The figures that are summed: all records by class, including boxes on cameras. */
export function countedWork({ figures, byClass, confusion }: Comparison): ComparedWork {
  const shapes = [...byClass].map(([label, of]) => [label, of.shapes] as const)
  const ofClass = Map.groupBy([...shapes, ...(figures.rectangles?.byClass ?? [])], ([label]) => label)
  return {
    classes: [...ofClass].map(([label, all]) => {
      const sumOf = (value: (of: ShapeFigures) => number) => all.reduce((sum, [, of]) => sum + value(of), 0)
      return {
        label,
        tp: sumOf(({ tp }) => tp),
        onlyA: sumOf(({ onlyA }) => onlyA),
        onlyB: sumOf(({ onlyB }) => onlyB),
        quality: sumOf(({ sq, tp }) => sq * tp),
      }
    }),
    attributes: [...figures.attributes].map(([name, { n, agreement }]) => {
      return { name, n, equal: Math.round(n * agreement) }
    }),
    confusion,
  }
}
