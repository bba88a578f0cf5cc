import { isoTime } from '../isoTime.ts'

/** The body of an event that tells of no job: its name, and the ids of what it tells of. Returns JSON text. */
export const eventBody = (type: string, at: Date, data: Readonly<Record<string, string>>): string =>
  JSON.stringify({ type, timestamp: isoTime(at), data })
