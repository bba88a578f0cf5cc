import { useSearchParams } from 'wouter'
import { withParameter } from '../jobs/narrowing.ts'

/** What of the figures is shown, as the address has it. Days are `YYYY-MM-DD`. */
export interface FigureFilter {
  from: string | null
  /** Included. */
  to: string | null
  tag: string | null
  /** Id of the one person whose work counts. */
  person: string | null
}

export function useFigureFilter() {
  const [search, setSearch] = useSearchParams()
  const filter: FigureFilter = {
    from: search.get('from'),
    to: search.get('to'),
    tag: search.get('tag'),
    person: search.get('person'),
  }
  const choose = (name: keyof FigureFilter | 'by', value: string | null) =>
    setSearch(withParameter(name, value), { replace: name !== 'person' })
  return { filter, by: search.get('by'), choose }
}

/** The service's days are UTC, and its ranges end before `to`. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

export const queryOfFilter = ({ from, to, tag, person }: FigureFilter) => ({
  from,
  tag,
  user_id: person,
  to: to && dayAfter(to),
})
