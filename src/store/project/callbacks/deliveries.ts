import type { Queryable } from '../../postgres/pools.ts'

export interface Delivery {
  webhookId: string
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled'
  url: string
  /** null if none is planned; in the near future while one is in progress. */
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

interface Row {
  position: string | number
  webhook_id: string
  status: Delivery['status'] | 'superseded'
  url: string
  next_attempt_at: Date | null
  number: number | null
  at: Date
  duration_ms: number
  http_status: number | null
  error: string | null
  response: string | null
}

// A job that is reopened again and again must not make the answer grow without limit.
const SHOWN_DELIVERIES = 100
const SHOWN_ATTEMPTS_EACH = 100

/** Past and planned deliveries of a job, in order, with the attempts still in the log. */
export async function deliveriesOfJob(client: Queryable, projectId: string, jobId: string): Promise<Delivery[]> {
  // One statement, so that attempts and plans belong to the same moment.
  const { rows } = await client.query<Row>(
    `select newest.*, a.number, a.at, a.duration_ms, a.http_status, a.error, a.response from (
       select d.position, d.webhook_id, d.status, d.url,
         case when q.lease_token is not null and q.due_at > now() then now() else q.due_at end as next_attempt_at
       from deliveries d left join delivery_queue q
         on q.project_id = d.project_id and q.job_id = d.job_id and q.position = d.position
       where d.project_id = $1 and d.job_id = $2 order by d.position desc limit $3
     ) newest left join lateral (
       select * from delivery_attempts t where t.project_id = $1 and t.position = newest.position
       order by t.number desc limit $4
     ) a on true order by newest.position, a.number`,
    [projectId, jobId, SHOWN_DELIVERIES, SHOWN_ATTEMPTS_EACH],
  )
  return [...Map.groupBy(rows, (row) => Number(row.position)).values()].map(deliveryOf)
}

function deliveryOf(rows: readonly Row[]): Delivery {
  const [row] = rows
  return {
    webhookId: row.webhook_id,
    // Nothing more will be sent under this id, which `exhausted` tells the customer.
    status: row.status === 'superseded' ? 'exhausted' : row.status,
    url: row.url,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    attempts: rows
      .filter((attempt) => attempt.number !== null)
      .map((attempt) => ({
        at: attempt.at,
        durationMs: attempt.duration_ms,
        httpStatus: attempt.http_status,
        error: attempt.error,
        response: attempt.response,
      })),
  }
}
