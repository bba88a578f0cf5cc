import type { Queryable } from '../../postgres/pools.ts'

/** False when the project has the key already. */
export async function addIdempotencyKey(
  db: Queryable,
  projectId: string,
  { key, bodySha256, answer }: { key: string; bodySha256: Buffer; answer: object },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into idempotency_keys (project_id, key, body_sha256, answer) values ($1, $2, $3, $4)
     on conflict (project_id, key) do nothing`,
    [projectId, key, bodySha256, JSON.stringify(answer)],
  )
  return rowCount === 1
}

/** The answer to a key of the last day; an older key is removed, because it would block a new one. */
export async function findIdempotencyKey<Answer>(
  db: Queryable,
  projectId: string,
  key: string,
): Promise<{ bodySha256: Buffer; answer: Answer } | null> {
  const { rows } = await db.query<{ body_sha256: Buffer; answer: Answer }>(
    `select body_sha256, answer from idempotency_keys
     where project_id = $1 and key = $2 and created_at > now() - interval '24 hours'`,
    [projectId, key],
  )
  if (rows[0]) return { bodySha256: rows[0].body_sha256, answer: rows[0].answer }
  await db.query(
    `delete from idempotency_keys where project_id = $1 and key = $2 and created_at <= now() - interval '24 hours'`,
    [projectId, key],
  )
  return null
}
