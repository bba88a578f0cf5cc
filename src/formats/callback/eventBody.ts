import { isoTime } from '../isoTime.ts'

/** The body of an event that is not about a job: its name, and the ids of its subjects. Returns JSON text. */
export const eventBody = (type: string, at: Date, data: Readonly<Record<string, string>>): string =>
  JSON.stringify({ type, timestamp: isoTime(at), data })
