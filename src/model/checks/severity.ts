import type { Tag } from '../tag.ts'
import { type Finding, type FindingCode, INTEGRITY_CODES, type Severity, type UnratedFinding } from './finding.ts'

type Rules = Pick<Tag, 'checks' | 'hold'>

const ALWAYS_ERRORS: ReadonlySet<FindingCode> = new Set(INTEGRITY_CODES)

/** null: the tag does not look for it. */
export function severityOf(code: FindingCode, { checks, hold = 'ask' }: Rules): Severity | null {
  if (ALWAYS_ERRORS.has(code)) return 'error'
  const set = checks?.[code]
  if (set !== undefined) return set === 'off' ? null : set
  if (code === 'HELD' && hold !== 'ask') return 'note'
  return code === 'MISSING_ATTRIBUTE' ? 'error' : 'warning'
}

/** The findings that the tag looks for: errors first, then by frame. */
export function ranked(found: readonly UnratedFinding[], rules: Rules): Finding[] {
  const findings = found.flatMap((one) => {
    const severity = severityOf(one.code, rules)
    return severity ? [{ severity, ...one }] : []
  })
  const rank = { error: 0, warning: 1, note: 2 }
  const frameOf = ({ where }: Finding) => where.frame ?? -1
  return findings.sort((a, b) => rank[a.severity] - rank[b.severity] || frameOf(a) - frameOf(b))
}
