import type { SuggestionState, Verb } from '../../../model/assistants/assistant.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  double,
  json,
  nullable,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'

/** A record that an assistant proposes. */
export interface AssistantSuggestion {
  suggestionId: string
  position: number
  assistant: string
  version: string
  verb: Verb
  /** In the submitted form. */
  record: Record<string, unknown>
  /** Its other parts in the submitted form. */
  more: SuggestionMore | null
  /** 0 to 1; null: the assistant gave none. */
  score: number | null
  state: SuggestionState
  createdAt: Date
}

export interface SuggestionMore {
  /** Entry of the list of tracks. */
  track?: Record<string, unknown>
  /** Rectangles on cameras that belong to the cuboid. */
  linked?: Record<string, unknown>[]
}

/** A proposal of an assistant, before it is stored or without storing it. */
export type UnkeptSuggestion = Pick<AssistantSuggestion, 'record' | 'more' | 'score'> & { id: string }

const SUGGESTIONS = new Table('assistant_suggestions', {
  id: uuid,
  position: bigint,
  assistant: text,
  version: text,
  verb: textOf<Verb>(),
  record: json<Record<string, unknown>>(),
  more: nullable(json<SuggestionMore>()),
  score: nullable(double),
  state: textOf<SuggestionState>(),
  created_at: timestamp,
})
const COLUMNS = SUGGESTIONS.list()

interface Place {
  projectId: string
  jobId: string
}

export interface SuggestedBy {
  assistant: string
  version: string
  verb: Verb
  runId: string
}

/**
 * Writes suggestions; `predict` replaces open ones of the same assistant: run it in a transaction.
 * @param lists JSON lists of `{id, record, more, score}`, in order
 */
export async function addSuggestions(
  db: Queryable,
  { projectId, jobId }: Place,
  by: SuggestedBy,
  lists: readonly string[],
): Promise<void> {
  if (by.verb === 'predict') {
    // Two that are written at the same time would not see each other's, and all would stay open.
    await db.query('select 1 from jobs where project_id = $1 and id = $2 for update', [projectId, jobId])
    await db.query(
      `update assistant_suggestions set state = 'replaced'
       where project_id = $1 and job_id = $2 and assistant = $3 and verb = 'predict' and state = 'open'`,
      [projectId, jobId, by.assistant],
    )
  }
  for (const list of lists) {
    await db.query(
      `insert into assistant_suggestions (project_id, job_id, id, run_id, assistant, version, verb, record, more, score)
       select $1, $2, (r ->> 'id')::uuid, $3, $4, $5, $6, r -> 'record', nullif((r -> 'more')::text, 'null')::json,
         (r ->> 'score')::float8
       from json_array_elements($7::json) with ordinality as rows (r, n) order by n`,
      [projectId, jobId, by.runId, by.assistant, by.version, by.verb, list],
    )
  }
  if (by.verb === 'predict') await setUncertainty(db, { projectId, jobId }, by.runId)
}

/** 1 − the lowest score of a predict; 0.5 if it suggests nothing, or gives no scores. */
async function setUncertainty(db: Queryable, { projectId, jobId }: Place, runId: string): Promise<void> {
  await db.query(
    `update jobs set uncertainty = coalesce((select round((1 - min(score)) * 1000000)::int from assistant_suggestions
       where project_id = $1 and job_id = $2 and run_id = $3), 500000)
     where project_id = $1 and id = $2`,
    [projectId, jobId, runId],
  )
}

/**
 * Copies the proposals that assistants made before people saw the job, as open suggestions of a copy of it, with new
 * ids and the copy's age.
 */
export async function copyPredictions(db: Queryable, origin: Place, copy: Place & { createdAt: Date }): Promise<void> {
  await db.query(
    `insert into assistant_suggestions (project_id, job_id, id, assistant, version, verb, record, more, score, created_at)
     select $3, $4, gen_random_uuid(), assistant, version, verb, record, more, score, $5 from assistant_suggestions
     where project_id = $1 and job_id = $2 and verb = 'predict' and state <> 'replaced' order by position`,
    [origin.projectId, origin.jobId, copy.projectId, copy.jobId, copy.createdAt],
  )
}

export const SUGGESTIONS_A_PAGE = 5000

/**
 * In the order in which they came, after the given position; one more than a page, to know whether there is a next
 * page.
 */
export async function listSuggestions(
  db: Queryable,
  { projectId, jobId }: Place,
  after: number,
): Promise<AssistantSuggestion[]> {
  const { rows } = await db.query<RowOf<typeof SUGGESTIONS>>(
    `select ${COLUMNS} from assistant_suggestions where project_id = $1 and job_id = $2 and position > $3
     order by position limit $4`,
    [projectId, jobId, after, SUGGESTIONS_A_PAGE + 1],
  )
  return rows.map(suggestionOf)
}

/** The number of undecided suggestions. */
export async function countOpenSuggestions(db: Queryable, { projectId, jobId }: Place): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from assistant_suggestions where project_id = $1 and job_id = $2 and state = 'open'`,
    [projectId, jobId],
  )
  return rows[0].count
}

export async function suggestionsOfRun(
  db: Queryable,
  { projectId, jobId }: Place,
  runId: string,
): Promise<AssistantSuggestion[]> {
  const { rows } = await db.query<RowOf<typeof SUGGESTIONS>>(
    `select ${COLUMNS} from assistant_suggestions where project_id = $1 and job_id = $2 and run_id = $3 order by position`,
    [projectId, jobId, runId],
  )
  return rows.map(suggestionOf)
}

/** Those among `ids` that the job has, in the order in which they came. */
export async function findSuggestions(
  db: Queryable,
  { projectId, jobId }: Place,
  ids: readonly string[],
): Promise<AssistantSuggestion[]> {
  const { rows } = await db.query<RowOf<typeof SUGGESTIONS>>(
    `select ${COLUMNS} from assistant_suggestions where project_id = $1 and job_id = $2 and id = any ($3::uuid[])
     order by position`,
    [projectId, jobId, ids],
  )
  return rows.map(suggestionOf)
}

/** Open ones among `ids` get the state. */
export async function setSuggestionState(
  db: Queryable,
  { projectId, jobId }: Place,
  ids: readonly string[],
  state: Exclude<SuggestionState, 'open'>,
): Promise<void> {
  await db.query(
    `update assistant_suggestions set state = $4
     where project_id = $1 and job_id = $2 and id = any ($3::uuid[]) and state = 'open'`,
    [projectId, jobId, ids, state],
  )
}

/** Undoes decisions about those among `ids`; suggestions that another answer replaced stay replaced. */
export async function reopenSuggestions(
  db: Queryable,
  { projectId, jobId }: Place,
  ids: readonly string[],
): Promise<void> {
  await db.query(
    `update assistant_suggestions set state = 'open'
     where project_id = $1 and job_id = $2 and id = any ($3::uuid[]) and state in ('dropped', 'accepted')`,
    [projectId, jobId, ids],
  )
}

const suggestionOf = (row: RowOf<typeof SUGGESTIONS>): AssistantSuggestion => ({
  suggestionId: row.id,
  position: row.position,
  assistant: row.assistant,
  version: row.version,
  verb: row.verb,
  record: row.record,
  more: row.more,
  score: row.score,
  state: row.state,
  createdAt: row.created_at,
})
