import { type CallbackEventName, JOB_EVENTS } from '../../../model/callbackEvent.ts'
import type { Queryable } from '../../postgres/pools.ts'

export interface EventsPage {
  events: { cursor: string; body: object }[]
  /** Where to continue, also after an empty page. */
  nextCursor: string
}

export const EVENTS_PAGE_SIZE = 100

// Bodies may be 256 KiB each; a page ends early rather than growing past this.
const PAGE_BYTES = 8 * 1024 * 1024

/**
 * Callback bodies of a project in commit order, after a cursor (null: from the start), only about jobs unless other
 * types are requested; none is ever skipped, because positions are taken in the writing transaction. Returns
 * `'bad_cursor'` for a cursor that is not one of ours.
 */
export async function eventsPage(
  client: Queryable,
  options: { projectId: string; after: string | null; types?: readonly CallbackEventName[]; limit?: number },
): Promise<EventsPage | 'bad_cursor'> {
  const after = options.after === null ? 0 : positionOfCursor(options.after)
  if (after === null) return 'bad_cursor'
  const { rows } = await client.query<{ position: string | number; body: Buffer }>({
    name: 'callbacks-events-page',
    text: `select position, body from (
        select position, body, coalesce(sum(octet_length(body)) over (order by position
          rows between unbounded preceding and 1 preceding), 0) as bytes_before
        from (select position, body from events where project_id = $1 and position > $2 and status = any ($5)
          order by position limit $3) e
      ) page where bytes_before < $4 order by position`,
    values: [options.projectId, after, options.limit ?? EVENTS_PAGE_SIZE, PAGE_BYTES, options.types ?? JOB_EVENTS],
  })
  const events = rows.map((row) => ({
    cursor: cursorOfPosition(Number(row.position)),
    body: JSON.parse(row.body.toString('utf8')) as object,
  }))
  return { events, nextCursor: events.at(-1)?.cursor ?? cursorOfPosition(after) }
}

function cursorOfPosition(position: number): string {
  return Buffer.from(`event:${position}`).toString('base64url')
}

function positionOfCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const position = /^event:(\d{1,15})$/.exec(text)?.[1]
  // Base64 decoding is lenient; a cursor that would be written otherwise is not ours.
  if (position === undefined || cursorOfPosition(Number(position)) !== cursor) return null
  return Number(position)
}
