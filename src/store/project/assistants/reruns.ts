import type { Verb } from '../../../model/assistants/assistant.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { Assistant } from './assistants.ts'

/**
 * Asks an assistant about jobs again, in the background; jobs with a running request are skipped. The queue does not
 * wait for it, since a filter may include all jobs.
 */
export async function askAgain(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  { name, version }: Pick<Assistant, 'name' | 'version'>,
  verb: Verb,
): Promise<void> {
  const asked = [projectId, jobIds, name, version, verb]
  // One run of a version is the job's pre-annotation; those before it stay as they ended.
  await db.query(
    `update assistant_runs set is_auto = false
     where project_id = $1 and job_id = any ($2) and assistant = $3 and version = $4 and verb = $5 and is_auto
       and status not in ('queued', 'running')`,
    asked,
  )
  await db.query(
    `insert into assistant_runs (project_id, id, assistant, version, verb, place_id, job_id, input, is_auto)
     select $1, gen_random_uuid(), $3, $4, $5, $1, asked.id, '{}', true from unnest($2::uuid[]) as asked(id)
     on conflict do nothing`,
    asked,
  )
}
