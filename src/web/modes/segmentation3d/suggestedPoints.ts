import type { OpenSuggestions } from '../../document/openSuggestions.ts'

/** Points of the suggested labels that keys act on, otherwise of an assistant's findings so far. */
export function suggestedPoints({ current, previewed }: Pick<OpenSuggestions, 'current' | 'previewed'>): Uint32Array {
  const seen = current?.labels ? [current] : previewed
  const runs = seen.flatMap(({ labels }) => labels?.runs ?? [])
  const points = new Uint32Array(runs.reduce((sum, [, count]) => sum + count, 0))
  let at = 0
  for (const [first, count] of runs) for (let i = 0; i < count; i++) points[at++] = first + i
  return points
}
