import type { Pin, Pins } from './pins.ts'

/** The open issue after (step 1) or before (step -1) the one that is opened, around the list; null without any. */
export function nextIssue({ issues, opened }: Pick<Pins, 'issues' | 'opened'>, step: 1 | -1): Pin | null {
  const open = issues.filter(({ resolved }) => !resolved)
  if (open.length === 0) return null
  const at = open.findIndex(({ id }) => id !== null && id === opened?.id)
  const from = at < 0 && step < 0 ? 0 : at
  return open[(from + step + open.length) % open.length]
}
