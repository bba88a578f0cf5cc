import { randomUUID } from 'node:crypto'
import { dataOfRecords, type Proposed } from '../../formats/assistants/proposed.ts'
import { type WrittenEvaluation, writeEvaluation } from '../../formats/comparison/writeEvaluation.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { parseSubmission } from '../../formats/results/submission.ts'
import type { ComparedRecord } from '../../model/compare/comparedRecord.ts'
import type { CompareOptions } from '../../model/compare/compareOptions.ts'
import { Evaluation } from '../../model/evaluation/evaluation.ts'
import {
  type ComparingContext,
  comparedJob,
  comparedSide,
  comparingContext,
  type StoredDocument,
  storedSide,
} from '../../workflow/quality/comparedWork.ts'

export interface PredictedJob {
  job: JobSnapshot
  result: StoredDocument
  suggestions: readonly Proposed[]
}

export interface EvaluateOrder {
  jobs: readonly PredictedJob[]
  options: CompareOptions
}

/** Compares an assistant's scored predictions with people's results for the same jobs. */
export function evaluateAssistant({ jobs, options }: EvaluateOrder): WrittenEvaluation {
  const evaluation = new Evaluation(options)
  for (const { job: kept, result, suggestions } of jobs) {
    const context = comparingContext(kept)
    const scores = scoredRecords(suggestions, context)
    evaluation.add({
      job: comparedJob(context),
      truth: storedSide(result, context).records,
      found: [...scores.keys()],
      scoreOf: (record) => scores.get(record) ?? 0,
    })
  }
  return writeEvaluation(evaluation.figures())
}

/** Each suggestion by itself: its score is that of all its records. One without a score is sure. */
function scoredRecords(suggestions: readonly Proposed[], context: ComparingContext): Map<ComparedRecord, number> {
  const { job } = context
  const rules = { newId: randomUUID, defaultSource: 'machine', isEarlierResult: true } as const
  return new Map(
    suggestions.flatMap((suggestion) => {
      const read = parseSubmission(job, dataOfRecords(job.tag.annotationType, [suggestion]), rules)
      // The tag has changed since, so the suggestion cannot be in any result.
      if ('failures' in read) return []
      const { records } = comparedSide(read.document, null, context)
      return records.map((record) => [record, suggestion.score ?? 1] as const)
    }),
  )
}
