import type { SuggestionState } from '../../../model/assistants/assistant.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { AssistantSuggestion, SuggestionMore } from './suggestions.ts'
import { countOutcomes } from './sums.ts'

export interface Decided {
  suggestionId: string
  assistant: string
  version: string
  outcome: 'kept' | 'changed' | 'dropped' | 'untouched'
}

type Undecided = Pick<AssistantSuggestion, 'suggestionId' | 'assistant' | 'version' | 'record' | 'more' | 'state'>

/** Suggestions of a job that were not counted yet; those that were replaced never are. */
export async function undecidedSuggestions(
  db: Queryable,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<Undecided[]> {
  const { rows } = await db.query<{
    id: string
    assistant: string
    version: string
    record: Record<string, unknown>
    more: SuggestionMore | null
    state: SuggestionState
  }>(
    `select id, assistant, version, record, more, state from assistant_suggestions
     where project_id = $1 and job_id = $2 and outcome is null and state <> 'replaced' order by position`,
    [projectId, jobId],
  )
  return rows.map(({ id: suggestionId, ...row }) => ({ suggestionId, ...row }))
}

/** Writes what became of suggestions and moves the sums of their assistants; each counts once. */
export async function setOutcomes(
  db: Queryable,
  { projectId, jobId, home }: { projectId: string; jobId: string; home: string },
  decided: readonly Decided[],
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `update assistant_suggestions s set outcome = d.outcome
     from unnest($3::uuid[], $4::text[]) as d (id, outcome)
     where s.project_id = $1 and s.job_id = $2 and s.id = d.id and s.outcome is null returning s.id`,
    [projectId, jobId, decided.map(({ suggestionId }) => suggestionId), decided.map(({ outcome }) => outcome)],
  )
  const written = new Set(rows.map(({ id }) => id))
  const counted = decided.filter(({ suggestionId }) => written.has(suggestionId))
  for (const [key, ones] of Map.groupBy(counted, ({ assistant, version }) => JSON.stringify([assistant, version]))) {
    const [assistant, version]: [string, string] = JSON.parse(key)
    const sums: Partial<Record<Decided['outcome'], number>> = {}
    for (const { outcome } of ones) sums[outcome] = (sums[outcome] ?? 0) + 1
    await countOutcomes(db, { projectId: home, assistant, version }, sums)
  }
}
