import type { AnnotatedDocument } from '../document/document.ts'
import { recordsOf } from '../document/records.ts'
import { classById, type Tag } from '../tag.ts'
import { checkAttributes } from './attributes.ts'
import { type CuboidEvidence, checkEvidence, checkSameSize } from './cuboidEvidence.ts'
import type { Finding } from './finding.ts'
import { checkLabels } from './labels.ts'
import { checkMotion } from './motion.ts'
import { checkOverlaps } from './overlaps.ts'
import { checkRelations } from './relations.ts'

/** How far a cuboid's edge may be from its class's default, as a factor either way. */
const SIZE_FACTOR = 3

export interface CheckInput {
  document: AnnotatedDocument
  tag: Tag
  /** What the points say of cuboids; absent where there are none to ask. */
  evidence?: CuboidEvidence
  /** Points of a segmentation by label_key, missing ones left out; absent where they have not been counted. */
  labelCounts?: ReadonlyMap<number, number>
}

/** Everything to be looked at before a submission: errors first, then by frame. Pure; the document is left as it is. */
export function checkDocument(input: CheckInput): Finding[] {
  const { document, tag } = input
  const findings = [
    ...blockingFindings(document, tag),
    ...checkSizes(document, tag),
    ...checkOverlaps(document),
    ...checkMotion(document),
    ...checkSameSize(document),
    ...(input.evidence ? checkEvidence(document, input.evidence) : []),
    ...(input.labelCounts ? checkLabels(document, tag, input.labelCounts) : []),
  ]
  const rank = (finding: Finding) => (finding.severity === 'error' ? 0 : 1)
  return findings.sort((a, b) => rank(a) - rank(b) || byFrame(a, b))
}

/** Those of checkDocument that block submitting. The other ones only warn, and take much longer. */
export const blockingFindings = (document: AnnotatedDocument, tag: Tag): Finding[] =>
  [...checkAttributes(document, tag), ...checkClasses(document, tag), ...checkRelations(document, tag)].sort(byFrame)

const byFrame = (a: Finding, b: Finding) => (a.where.frame ?? -1) - (b.where.frame ?? -1)

/** A class that was archived while the job was open: its objects need another. */
function checkClasses(document: AnnotatedDocument, tag: Tag): Finding[] {
  const classes = classById(tag)
  const isArchived = (classId: string) => classes.get(classId)?.archived ?? true
  const message = 'the class of this object is no longer in use'
  const finding = (where: Finding['where']): Finding => ({ severity: 'error', code: 'ARCHIVED_CLASS', where, message })
  const tracks = [...document.tracks.values()].filter((track) => isArchived(track.classId))
  const entries = document.legend.filter(({ classId }) => classId !== null && isArchived(classId))
  return [
    ...tracks.map(({ id }) => finding({ trackId: id })),
    ...entries.map(({ id }) => finding({ legendEntryId: id })),
  ]
}

/** Cuboids far from their class's size; each track once. */
function checkSizes(document: AnnotatedDocument, tag: Tag): Finding[] {
  const classes = classById(tag)
  const findings: Finding[] = []
  for (const track of document.tracks.values()) {
    const usual = classes.get(track.classId)?.defaultSize
    if (!usual || !track.cuboid) continue
    for (const record of recordsOf(document, track)) {
      if (record.kind !== 'cuboid') continue
      const { dimensions } = record.cuboid
      const edge = (['length', 'width', 'height'] as const).find((name) => {
        const factor = dimensions[name] / usual[name]
        return factor > SIZE_FACTOR || factor < 1 / SIZE_FACTOR
      })
      if (!edge) continue
      const where = { trackId: track.id, frame: record.frame }
      const message = `${edge} of ${dimensions[edge].toFixed(2)} m; usual for this class: ${usual[edge].toFixed(2)} m`
      const values = { edge, size: dimensions[edge].toFixed(2), usual: usual[edge].toFixed(2) }
      findings.push({ severity: 'warning', code: 'SIZE', where, message, values })
      break
    }
  }
  return findings
}
