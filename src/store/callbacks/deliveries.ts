import type { Queryable } from '../postgres/pools.ts'

export interface Delivery {
  webhookId: string
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled'
  url: string
  /** null when none is planned; in the near future while one is under way. */
  nextAttemptAt: Date | null
  attempts: DeliveryAttempt[]
}

export interface DeliveryAttempt {
  at: Date
  durationMs: number
  httpStatus: number | null
  error: string | null
  response: string | null
}

interface DeliveryRow {
  position: string | number
  webhook_id: string
  status: Delivery['status'] | 'superseded'
  url: string
  next_attempt_at: Date | null
}

interface AttemptRow {
  position: string | number
  at: Date
  duration_ms: number
  http_status: number | null
  error: string | null
  response: string | null
}

// A job that is reopened for ever must not make an answer without end.
const SHOWN_DELIVERIES = 100
const SHOWN_ATTEMPTS = 1000

/** What was and will be sent of a job, in order, with every attempt still in the log. */
export async function deliveriesOfJob(client: Queryable, projectId: string, jobId: string): Promise<Delivery[]> {
  const { rows } = await client.query<DeliveryRow>(
    `select * from (
       select d.position, d.webhook_id, d.status, d.url,
         case when q.lease_token is not null and q.due_at > now() then now() else q.due_at end as next_attempt_at
       from deliveries d left join delivery_queue q
         on q.project_id = d.project_id and q.job_id = d.job_id and q.position = d.position
       where d.project_id = $1 and d.job_id = $2 order by d.position desc limit $3
     ) newest order by position`,
    [projectId, jobId, SHOWN_DELIVERIES],
  )
  const attempts = await client.query<AttemptRow>(
    `select * from (
       select position, number, at, duration_ms, http_status, error, response from delivery_attempts
       where project_id = $1 and position = any($2::bigint[]) order by at desc limit $3
     ) newest order by position, number`,
    [projectId, rows.map((row) => row.position), SHOWN_ATTEMPTS],
  )
  const byPosition = Map.groupBy(attempts.rows, (row) => Number(row.position))
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    // Nothing more will be sent under this id, which is what `exhausted` tells the customer.
    status: row.status === 'superseded' ? 'exhausted' : row.status,
    url: row.url,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    attempts: (byPosition.get(Number(row.position)) ?? []).map((attempt) => ({
      at: attempt.at,
      durationMs: attempt.duration_ms,
      httpStatus: attempt.http_status,
      error: attempt.error,
      response: attempt.response,
    })),
  }))
}
