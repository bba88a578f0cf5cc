import { createHash } from 'node:crypto'
import { writeJobs } from '../../store/cluster/jobs/ingest.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type CreatedJob, checkSubmission, createdAnswer, referenceTaken } from './submission.ts'

const MAX_KEY_LENGTH = 255

class ReferenceTaken extends Error {}

/** The header's value; null when it was not sent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null
  if (typeof header === 'string' && header.length <= MAX_KEY_LENGTH) return header
  throw new ApiError('GE_0002', `Idempotency-Key has more than ${MAX_KEY_LENGTH} characters`, {
    failures: [{ field: 'Idempotency-Key', type: 'OUT_OF_RANGE' }],
  })
}

/**
 * Creates a job under an Idempotency-Key, in a separate transaction: key and job are written together, so the same
 * key gives the first answer again for a day, and with another body it is refused.
 */
export async function submitOnce(context: ApiContext, projectId: string, key: string, bytes: Buffer) {
  const bodySha256 = createHash('sha256').update(bytes).digest()
  const before = await firstAnswer(context, projectId, key, bodySha256)
  if (before) return before
  const checked = await checkSubmission(context, projectId, bytes)
  const answer = createdAnswer(checked)
  try {
    const won = await withTransaction(context.pool, async (client) => {
      const { rowCount } = await client.query(
        `insert into idempotency_keys (project_id, key, body_sha256, answer) values ($1, $2, $3, $4)
         on conflict (project_id, key) do nothing`,
        [projectId, key, bodySha256, JSON.stringify(answer)],
      )
      if (rowCount !== 1) return false
      const made = await writeJobs(client, [checked.row])
      // Rolls back: a key must not remember an answer that was never given.
      if (!made.has(checked.row.jobId)) throw new ReferenceTaken()
      return true
    })
    if (!won) return (await firstAnswer(context, projectId, key, bodySha256)) ?? answer
  } catch (error) {
    if (error instanceof ReferenceTaken) throw await referenceTaken(context, checked.row)
    throw error
  }
  context.wake('tasks')
  return answer
}

async function firstAnswer(
  context: ApiContext,
  projectId: string,
  key: string,
  bodySha256: Buffer,
): Promise<CreatedJob | null> {
  const { rows } = await context.pool.query<{ body_sha256: Buffer; answer: CreatedJob }>(
    `select body_sha256, answer from idempotency_keys
     where project_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
    [projectId, key],
  )
  if (!rows[0]) {
    // One that has grown old is in the way of a new one.
    await context.pool.query(
      `delete from idempotency_keys where project_id = $1 and key = $2 and created_at <= now() - interval '24 hours'`,
      [projectId, key],
    )
    return null
  }
  if (rows[0].body_sha256.equals(bodySha256)) return rows[0].answer
  throw new ApiError('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used before with another body')
}
