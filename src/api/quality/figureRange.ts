import type { Static } from 'typebox'
import type { FigureRange, FigureRangeOfPerson } from '../../contract/quality.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { reckonedTime } from '../../model/day.ts'
import type { SumRange } from '../../store/project/quality/sums.ts'
import { seesChecks, seesPeopleApart } from '../../workflow/policies/figures.ts'
import { ApiError } from '../http/apiError.ts'

type Caller = Parameters<typeof seesChecks>[0]

export function refusePeople(caller: Caller): void {
  if (seesPeopleApart(caller)) return
  throw new ApiError('unauthorized', 'only managers see figures of individual people')
}

/** What of the figures the caller may see: with gold for the operator and managers, of one person for who sees people. */
export function rangeFor({ user_id: userId, ...query }: Static<typeof FigureRangeOfPerson>, caller: Caller): SumRange {
  if (userId !== undefined) refusePeople(caller)
  return {
    ...rangeOf(query),
    ...(userId !== undefined && { userId: userId.toLowerCase() }),
    withGold: seesChecks(caller),
  }
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Whole UTC days: the one that `from` is in, up to the one that `to` is in, unless it is the midnight that begins it. */
export function rangeOf({ from, to, tag }: Static<typeof FigureRange>): SumRange {
  const endMs = to === undefined ? Date.now() : timeOf(to, 'to')
  const startMs = from === undefined ? endMs - USUAL_DAYS * DAY_MS : timeOf(from, 'from')
  const last = dayOf(new Date(Math.ceil(endMs / DAY_MS) * DAY_MS))
  return { from: dayOf(new Date(startMs)), to: last, ...(tag !== undefined && { tag }) }
}

function timeOf(text: string, field: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? reckonedTime(Date.parse(text)) : null
  if (at !== null) return at
  throw new ApiError('GE_0002', `${field} is neither a date nor a time`, {
    failures: [faultAt(field, 'INVALID_VALUE', 'a date or a time', text)],
  })
}
