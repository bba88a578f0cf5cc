import { packDocument } from '../../formats/document/packedDocument.ts'
import { type Decided, undecidedSuggestions } from '../../store/project/assistants/outcomes.ts'
import { countAssistedTime } from '../../store/project/assistants/times.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { settleSuggestions } from '../../workflow/assistants/suggestions.ts'
import { resultTarget } from '../results/resultTarget.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

const TIME_LIMIT_MS = 60_000

/** Counts how long people worked on a job that was submitted, and what they made of what assistants suggested for it. */
export async function countSuggestionOutcomes({ context, documents }: WorkbenchContext, job: Job): Promise<void> {
  // In private copies people are checked, with what others know of the job already.
  if (!job.origin) await countAssistedTime(context.pool, job)
  const suggested = await undecidedSuggestions(context.pool, job)
  if (suggested.length === 0) return
  const accepted = suggested.filter(({ state }) => state === 'accepted')
  const order = {
    job: await resultTarget(context, job),
    document: packDocument((await documents.current(job)).document),
    suggestions: accepted.map(({ record, more }) => ({ record, ...more, score: null })),
  }
  const found = job.annotationType === 'segmentation3d' || accepted.length === 0 ? [] : await outcomesIn(order)
  const ofAccepted = new Map(accepted.map(({ suggestionId }, index) => [suggestionId, found[index] ?? 'kept']))
  const decided = suggested.map(
    ({ suggestionId, assistant, version, state }): Decided => ({
      suggestionId,
      assistant,
      version,
      outcome: ofAccepted.get(suggestionId) ?? (state === 'dropped' ? 'dropped' : 'untouched'),
    }),
  )
  await settleSuggestions(context.pool, job, decided)

  function outcomesIn(given: typeof order) {
    return context.threads.run('suggestionOutcomes', given, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS })
  }
}
