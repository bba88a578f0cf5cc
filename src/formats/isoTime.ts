/** ISO 8601 with a numeric offset, as everything on the wire has it. */
export const isoTime = (time: Date): string => time.toISOString().replace('Z', '+00:00')

export const isoTimeOrNull = (time: Date | null): string | null => (time ? isoTime(time) : null)
