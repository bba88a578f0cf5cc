import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/pools.ts'

export interface DryRunFindings {
  failures: { field: string; type: string }[]
  warnings: { field: string; type: string }[]
  /** URLs that could not be tried in the time there was. */
  unchecked: string[]
}

/** Asks a worker to try the downloads of a body; the caller holds the transaction. */
export async function askDryRun(db: Queryable, projectId: string, body: Buffer): Promise<string> {
  const id = randomUUID()
  await db.query('insert into dry_runs (project_id, id, body) values ($1, $2, $3)', [projectId, id, body])
  // A caller waits for it, so it goes before all jobs of the project.
  await db.query(`insert into tasks (project_id, kind, subject_id, priority) values ($1, 'dry_run', $2, 10)`, [
    projectId,
    id,
  ])
  return id
}

export async function readDryRun(db: Queryable, projectId: string, id: string): Promise<{ body: Buffer } | null> {
  const { rows } = await db.query<{ body: Buffer }>('select body from dry_runs where project_id = $1 and id = $2', [
    projectId,
    id,
  ])
  return rows[0] ?? null
}

export async function answerDryRun(
  db: Queryable,
  projectId: string,
  id: string,
  findings: DryRunFindings,
): Promise<void> {
  await db.query('update dry_runs set answer = $3 where project_id = $1 and id = $2', [
    projectId,
    id,
    JSON.stringify(findings),
  ])
}

export async function dryRunAnswer(db: Queryable, projectId: string, id: string): Promise<DryRunFindings | null> {
  const { rows } = await db.query<{ answer: DryRunFindings | null }>(
    'select answer from dry_runs where project_id = $1 and id = $2',
    [projectId, id],
  )
  return rows[0]?.answer ?? null
}

export async function forgetDryRun(db: Queryable, projectId: string, id: string): Promise<void> {
  await db.query('delete from dry_runs where project_id = $1 and id = $2', [projectId, id])
}
