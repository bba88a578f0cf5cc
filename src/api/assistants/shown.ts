import { isoTime } from '../../formats/isoTime.ts'
import { isInteractive, isPrompt, KINDS_OF, verbsOf } from '../../model/assistants/assistant.ts'
import { type AssistedTime, secondsSavedPerObject } from '../../model/assistants/secondsSaved.ts'
import { type Assistant, describedVerbs } from '../../store/project/assistants/assistants.ts'
import type { Run } from '../../store/project/assistants/runs.ts'
import type { AssistantSuggestion, UnkeptSuggestion } from '../../store/project/assistants/suggestions.ts'
import { type AssistantSums, upToMilliseconds } from '../../store/project/assistants/sums.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'

const COUNTS = ['calls', 'errors', 'suggested', 'kept', 'changed', 'dropped', 'untouched'] as const
type Counts = Record<(typeof COUNTS)[number], number>

/** The figures of all assistants of a project. */
export interface AssistantFigures {
  sums: readonly AssistantSums[]
  times: readonly AssistedTime[]
  /** Calls of this day. */
  today: ReadonlyMap<string, number>
}

/** @param mayUrl whether the reader may see where calls go */
export function shownAssistant(assistant: Assistant, { sums, times, today }: AssistantFigures, mayUrl: boolean) {
  const { settings, carrier } = assistant
  const own = sums.filter(({ assistant: name }) => name === assistant.name)
  const savedBy = (version?: string) =>
    secondsSavedPerObject(times, (one) => one.assistant === assistant.name && one.version === (version ?? one.version))
  return {
    name: assistant.name,
    carrier,
    url: mayUrl ? assistant.url : null,
    headers: Object.fromEntries(assistant.headerNames.map((name) => [name, { set: true as const }])),
    secret: { set: true as const, last4: assistant.secretLast4 },
    verbs: verbsOf(carrier, settings, describedVerbs(assistant)),
    tags: settings.tags,
    auto: settings.auto,
    timeout_seconds: settings.timeoutSeconds,
    max_in_flight: settings.maxInFlight,
    calls_per_day: settings.callsPerDay,
    calls_today: today.get(assistant.name) ?? 0,
    kind: settings.kind,
    map: settings.map,
    version: assistant.version === '' ? null : assistant.version,
    description: assistant.description,
    state: assistant.state,
    problem: assistant.problem,
    created_at: isoTime(assistant.createdAt),
    ...figuresOf(own),
    seconds_saved_per_object: savedBy(),
    versions: own.map((one) => ({
      version: one.version,
      ...figuresOf([one]),
      seconds_saved_per_object: savedBy(one.version),
    })),
  }
}

function figuresOf(sums: readonly AssistantSums[]) {
  const total = (name: keyof Counts) => sums.reduce((sum, one) => sum + one[name], 0)
  const latencies = sums[0]?.latencies.map((_, i) => sums.reduce((sum, one) => sum + one.latencies[i], 0)) ?? []
  const [kept, changed, dropped] = [total('kept'), total('changed'), total('dropped')]
  const decided = kept + changed + dropped
  return {
    calls: total('calls'),
    errors: total('errors'),
    latency_ms: { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    suggested: total('suggested'),
    kept,
    changed,
    dropped,
    untouched: total('untouched'),
    kept_share: decided > 0 ? kept / decided : null,
  }
}

/** So long such a share of the calls took at most, to a fifth. */
function quantile(buckets: readonly number[], share: number): number | null {
  const all = buckets.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  const bucket = buckets.findIndex((count) => {
    seen += count
    return seen >= share * all
  })
  return upToMilliseconds(bucket)
}

export const shownSuggestion = (one: AssistantSuggestion) => ({
  suggestion_id: one.suggestionId,
  assistant: one.assistant,
  verb: one.verb,
  record: one.record,
  ...one.more,
  score: one.score,
  state: one.state,
  created_at: isoTime(one.createdAt),
})

/** Suggestions that are visible during a call or a preview: no one can accept them. */
export function shownPreviews(
  rows: readonly UnkeptSuggestion[],
  { assistant, verb }: Pick<AssistantSuggestion, 'assistant' | 'verb'>,
) {
  const made = { assistant, verb, state: 'preview' as const, created_at: isoTime(new Date()) }
  return rows.map(({ id, record, more, score }) => ({ suggestion_id: id, record, ...more, score, ...made }))
}

/** The facts of an assistant for people who work on a job. */
export function offeredAssistant(assistant: Assistant, { annotationType }: Pick<Job, 'annotationType'>) {
  const { name, carrier, settings, state, problem, version, description } = assistant
  const operations = description?.operations
  const isForJob = !Array.isArray(operations) || operations.includes(annotationType)
  const said = Array.isArray(description?.prompts) ? description.prompts.filter(isPrompt) : []
  const verbs = verbsOf(carrier, settings, describedVerbs(assistant))
  return {
    name,
    verbs: isForJob ? verbs.filter((verb) => KINDS_OF[verb].includes(annotationType)) : [],
    // No tool draws polygons to ask by.
    prompts: said.some((prompt) => prompt !== 'polygon') ? said : null,
    // Each call of a queue is a task, and where calls are counted each has to be worth it.
    previews: carrier !== 'queue' && settings.callsPerDay === null && verbs.some(isInteractive),
    version: version === '' ? null : version,
    state,
    problem,
  }
}

export const shownRun = (run: Run, suggestions: readonly AssistantSuggestion[]) => ({
  run_id: run.runId,
  assistant: run.assistant,
  verb: run.verb,
  status: run.status,
  progress: run.progress,
  suggestions: run.status === 'running' ? shownPreviews(run.partial ?? [], run) : suggestions.map(shownSuggestion),
  stopped_at: run.stoppedAt,
  findings: run.findings,
  dropped: run.dropped,
  error: run.error,
})
