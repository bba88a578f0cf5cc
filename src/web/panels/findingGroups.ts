import type { Finding } from '../../model/checks/finding.ts'

/** Findings of one object, or of the job (null). */
export interface FindingGroup {
  trackId: string | null
  findings: Finding[]
}

/** Findings by object, in the order in which each object comes first. */
export function findingGroups(findings: readonly Finding[]): FindingGroup[] {
  const pairs = new Set(findings.filter(({ code }) => code === 'DUPLICATE').map(pairOf))
  const groups = new Map<string | null, FindingGroup>()
  for (const finding of findings) {
    // One object made twice overlaps itself: the first says it better.
    if (finding.code === 'OVERLAP' && pairs.has(pairOf(finding))) continue
    const trackId = finding.where.trackId ?? null
    const group = groups.get(trackId)
    if (group) group.findings.push(finding)
    else groups.set(trackId, { trackId, findings: [finding] })
  }
  return [...groups.values()]
}

const pairOf = ({ where }: Finding): string => JSON.stringify([where.trackId, where.otherTrackId])
