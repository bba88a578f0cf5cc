import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../postgres/pools.ts'

const POLL_MS = 5
/** A process that has not started to write after so long is taken for dead; if it lives, it takes other positions. */
const DEAD_MS = 1000
const MOST_MS = 2000

/** SQL: the lowest position of a batch of project $1 that is taken and not written; lists end before it. */
export const firstOpenPosition = (batch: string) =>
  `(select coalesce(min(k.first), 9223372036854775807) from batch_blocks k where k.project_id = $1 and k.batch_id = ${batch})`

/** SQL: the same as a time of creation, of all batches of project $1. */
export const OPEN_SINCE = `(select coalesce(min(k.taken_at), 'infinity') from batch_blocks k where k.project_id = $1)`

interface OpenBlock {
  batch_id: string
  first: number
}

/**
 * Waits for the jobs that are being written to a project at this moment, so that a list shows all that were acknowledged
 * before it was asked for: those of another process may have lower positions.
 */
export async function waitForOpenBlocks(db: Queryable, projectId: string): Promise<void> {
  const startedMs = performance.now()
  const started = await openBlocks(db, projectId)
  const names = new Set(started.map(nameOf))
  for (let left = started; left.length > 0; ) {
    const waitedMs = performance.now() - startedMs
    if (waitedMs > MOST_MS) return
    if (waitedMs > DEAD_MS) await removeDead(db, projectId, left)
    else await sleep(POLL_MS)
    left = (await openBlocks(db, projectId)).filter((block) => names.has(nameOf(block)))
  }
}

const nameOf = ({ batch_id, first }: OpenBlock) => `${batch_id} ${first}`

async function openBlocks(db: Queryable, projectId: string): Promise<OpenBlock[]> {
  const { rows } = await db.query<OpenBlock>({
    name: 'open-blocks',
    text: 'select batch_id, first from batch_blocks where project_id = $1',
    values: [projectId],
  })
  return rows
}

/** Those whose jobs are being written are locked, and stay. */
async function removeDead(db: Queryable, projectId: string, blocks: readonly OpenBlock[]): Promise<void> {
  await sleep(POLL_MS)
  await db.query(
    `delete from batch_blocks where project_id = $1 and (batch_id, first) in (
       select k.batch_id, k.first from batch_blocks k
         join unnest($2::uuid[], $3::bigint[]) as b (batch_id, first) on b.batch_id = k.batch_id and b.first = k.first
       where k.project_id = $1 for update of k skip locked)`,
    [projectId, blocks.map(({ batch_id }) => batch_id), blocks.map(({ first }) => first)],
  )
}
