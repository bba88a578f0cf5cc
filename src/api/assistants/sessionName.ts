import { createHash, randomBytes } from 'node:crypto'

const TEN_MINUTES_MS = 600_000
const SALT = randomBytes(16)
const lastAskedMs = new Map<string, { since: number; last: number }>()
const MOST = 10_000

/**
 * The same word for the same person, job and assistant, until they have not asked for ten minutes: what an assistant
 * made of an image can be used again. It names no one.
 */
export function sessionName(who: string): string {
  const now = Date.now()
  const known = lastAskedMs.get(who)
  const since = known && now - known.last < TEN_MINUTES_MS ? known.since : now
  if (lastAskedMs.size >= MOST) lastAskedMs.clear()
  lastAskedMs.set(who, { since, last: now })
  return createHash('sha256').update(SALT).update(`${who}/${since}`).digest('base64url').slice(0, 24)
}
