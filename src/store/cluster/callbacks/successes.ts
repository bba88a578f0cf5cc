import type { Queryable } from '../../postgres/pools.ts'

/** Remembers that these projects' addresses received something. */
export async function noteSuccess(client: Queryable, projectIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'callbacks-note-success',
    text: `update callback_settings set failing_since = null
           where project_id = any($1::uuid[]) and failing_since is not null`,
    values: [projectIds],
  })
}
