import type { AssistantSettings, AssistantState, Carrier, Verb } from '../../../model/assistants/assistant.ts'
import { VERBS } from '../../../model/assistants/assistant.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bytea, json, nullable, type RowOf, Table, text, textOf, texts, timestamp, uuid } from '../../postgres/table.ts'
import { openSecret, sealSecret } from '../../secrets.ts'

/** An assistant's description of itself. */
export interface AssistantDescription {
  name: string | null
  version: string | null
  verbs: Verb[]
  [more: string]: unknown
}

/** A model that helps people in a project, as it may be shown. */
export interface Assistant {
  projectId: string
  name: string
  carrier: Carrier
  url: string | null
  settings: AssistantSettings
  headerNames: string[]
  secretLast4: string
  description: AssistantDescription | null
  /** '' if it names none. */
  version: string
  state: AssistantState
  problem: string | null
  claimedAt: Date | null
  createdAt: Date
}

/** Values that are sent with calls. */
export interface AssistantSecrets {
  headers: Record<string, string>
  /** `whsec_` + base64. */
  secret: string
}

const ASSISTANTS = new Table('assistants', {
  project_id: uuid,
  name: text,
  carrier: textOf<Carrier>(),
  url: nullable(text),
  settings: json<AssistantSettings>(),
  header_names: texts(),
  secret_last4: text,
  description: nullable(json<AssistantDescription>()),
  version: nullable(text),
  state: textOf<AssistantState>(),
  problem: nullable(text),
  claimed_at: nullable(timestamp),
  created_at: timestamp,
})
const SEALED = new Table('assistants', { headers: nullable(bytea), secret: bytea })
type Row = RowOf<typeof ASSISTANTS>

/** A queue counts as down when nothing has asked for work for this long. */
const SILENT_SECONDS = 60
const STATE = `case when carrier <> 'queue' then state when claimed_at is null then 'unknown'
  when claimed_at > now() - make_interval(secs => ${SILENT_SECONDS}) then 'ok' else 'down' end as state`
const COLUMNS = ASSISTANTS.list().replace(' state,', ` ${STATE},`)

export async function listAssistants(db: Queryable, projectId: string): Promise<Assistant[]> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from assistants where project_id = $1 order by name`, [
    projectId,
  ])
  return rows.map(assistantOf)
}

export async function findAssistant(db: Queryable, projectId: string, name: string): Promise<Assistant | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from assistants where project_id = $1 and name = $2`, [
    projectId,
    name,
  ])
  return rows[0] ? assistantOf(rows[0]) : null
}

const secretContext = (projectId: string, name: string) => `assistant-secret:${projectId}:${name}`
const headersContext = (projectId: string, name: string) => `assistant-headers:${projectId}:${name}`

/** @throws SealError when the master key is another one. */
export async function openAssistantSecrets(
  db: Queryable,
  masterKey: Buffer,
  projectId: string,
  name: string,
): Promise<AssistantSecrets | null> {
  const { rows } = await db.query<RowOf<typeof SEALED>>(
    `select ${SEALED.list()} from assistants where project_id = $1 and name = $2`,
    [projectId, name],
  )
  if (!rows[0]) return null
  const { headers, secret } = rows[0]
  const opened = headers && openSecret(masterKey, headers, headersContext(projectId, name)).toString('utf8')
  return {
    headers: opened ? JSON.parse(opened) : {},
    secret: openSecret(masterKey, secret, secretContext(projectId, name)).toString('utf8'),
  }
}

export type NewAssistant = Pick<Assistant, 'projectId' | 'name' | 'carrier' | 'url' | 'settings'> &
  AssistantSecrets & { version: string | null }

/** Creates or replaces an assistant, which requests its description immediately. */
export async function putAssistant(db: Queryable, masterKey: Buffer, made: NewAssistant): Promise<void> {
  const { projectId, name, secret, headers } = made
  await db.query(
    `insert into assistants (project_id, name, carrier, url, settings, headers, header_names, secret, secret_last4,
       version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (project_id, name) do update set carrier = excluded.carrier, url = excluded.url,
       settings = excluded.settings, headers = excluded.headers, header_names = excluded.header_names,
       secret = excluded.secret, secret_last4 = excluded.secret_last4, version = excluded.version,
       description = null, state = 'unknown', problem = null, describe_due_at = excluded.describe_due_at`,
    [
      projectId,
      name,
      made.carrier,
      made.url,
      JSON.stringify(made.settings),
      sealSecret(masterKey, JSON.stringify(headers), headersContext(projectId, name)),
      Object.keys(headers),
      sealSecret(masterKey, secret, secretContext(projectId, name)),
      secret.slice(-4),
      made.version,
    ],
  )
  // Runs that wait for tomorrow may continue if the daily limit has changed.
  await db.query(
    `update assistant_runs set due_at = now()
     where project_id = $1 and assistant = $2 and status = 'queued' and due_at > now()`,
    [projectId, name],
  )
}

export async function deleteAssistant(db: Queryable, projectId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from assistants where project_id = $1 and name = $2', [projectId, name])
  await db.query(
    `update assistant_runs set status = 'cancelled', ended_at = now()
     where project_id = $1 and assistant = $2 and status in ('queued', 'running')`,
    [projectId, name],
  )
  await db.query('delete from assistant_sessions where project_id = $1 and assistant = $2', [projectId, name])
  return rowCount === 1
}

/** The outcome of a description request. */
export interface Described {
  state: AssistantState
  problem: string | null
  /** null: as before. */
  description: AssistantDescription | null
}

const DESCRIBE_AGAIN_SECONDS = 60

export async function noteDescribed(db: Queryable, projectId: string, name: string, made: Described): Promise<void> {
  await db.query(
    `update assistants set state = $3, problem = $4, description = coalesce($5, description),
       version = coalesce($6, version), described_at = now(),
       describe_due_at = now() + make_interval(secs => ${DESCRIBE_AGAIN_SECONDS})
     where project_id = $1 and name = $2`,
    [
      projectId,
      name,
      made.state,
      made.problem,
      made.description && JSON.stringify(made.description),
      made.description?.version ?? null,
    ],
  )
}

/** It answered a call, so it is up, whatever the outcome of its last description request, which is repeated. */
export async function noteAnswered(db: Queryable, projectId: string, name: string): Promise<void> {
  await db.query(
    `update assistants set state = 'ok', problem = null, describe_due_at = now()
     where project_id = $1 and name = $2 and state = 'down'`,
    [projectId, name],
  )
}

/** A machine asked a queue for work. */
export async function noteClaimed(
  db: Queryable,
  projectId: string,
  name: string,
  version: string | null,
): Promise<void> {
  await db.query(
    'update assistants set claimed_at = now(), version = coalesce($3, version) where project_id = $1 and name = $2',
    [projectId, name, version],
  )
}

const isVerb = (word: unknown): word is Verb => VERBS.some((verb) => verb === word)

export const describedVerbs = ({ description }: Pick<Assistant, 'description'>): Verb[] | null =>
  description ? description.verbs.filter(isVerb) : null

const assistantOf = (row: Row): Assistant => ({
  projectId: row.project_id,
  name: row.name,
  carrier: row.carrier,
  url: row.url,
  // Rows from before the limit existed have none.
  settings: { ...row.settings, callsPerDay: row.settings.callsPerDay ?? null },
  headerNames: row.header_names,
  secretLast4: row.secret_last4,
  description: row.description,
  version: row.version ?? '',
  state: row.state,
  problem: row.problem,
  claimedAt: row.claimed_at,
  createdAt: row.created_at,
})
