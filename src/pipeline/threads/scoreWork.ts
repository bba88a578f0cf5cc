import type { KeptJob } from '../../formats/results/keptJob.ts'
import { compare } from '../../model/compare/compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../model/compare/compareOptions.ts'
import { type WorstObject, worstObjects } from '../../model/compare/worstObjects.ts'
import type { ComparedWork } from '../../store/project/quality/sums.ts'
import { comparedJob, comparingContext, type StoredDocument, storedSide } from '../../workflow/quality/comparedWork.ts'

export interface ScoreOrder {
  job: KeptJob
  accepted: StoredDocument
  submitted: StoredDocument
}

export interface WorkScore extends ComparedWork {
  score: number
  objects: WorstObject[]
}

/** After this what is left is matched greedily. */
const EXACT_MS = 60_000

/** How much of what is accepted was submitted so, with what sums are kept of. */
export function scoreWork({ accepted, submitted, job }: ScoreOrder): WorkScore {
  const endMs = performance.now() + EXACT_MS
  const context = comparingContext(job)
  const [a, b] = [storedSide(accepted, context), storedSide(submitted, context)]
  const isLate = () => performance.now() > endMs
  const compared = compare(a, b, comparedJob(context), DEFAULT_COMPARE_OPTIONS, isLate)
  const { score, figures, byClass, confusion } = compared
  return {
    score,
    objects: worstObjects(compared),
    classes: [...byClass].map(([label, { shapes }]) => {
      const { tp, onlyA, onlyB, sq } = shapes
      return { label, tp, onlyA, onlyB, quality: sq * tp }
    }),
    attributes: [...figures.attributes].map(([name, { n, agreement }]) => {
      return { name, n, equal: Math.round(n * agreement) }
    }),
    confusion,
  }
}
