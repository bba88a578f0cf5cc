/** Days as a person means them: from the start of the first to the end of the last, in their own zone. */
export function daySpan(from: string, to: string): { from?: string; to?: string } {
  const afterLast = new Date(`${to}T00:00:00`)
  afterLast.setDate(afterLast.getDate() + 1)
  return {
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: afterLast.toISOString() }),
  }
}
