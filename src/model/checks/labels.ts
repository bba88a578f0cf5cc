import type { AnnotatedDocument } from '../document/document.ts'
import { classById, instanceName, openClasses, type Tag } from '../tag.ts'
import type { UnratedFinding } from './finding.ts'

const MOST_NAMED = 8

/**
 * Findings in the labels of points. None prevents a submission: a scene need not contain every class.
 * @param pointCounts points by label_key, 0: without a label; missing points are left out
 */
export function checkLabels(
  { legend }: AnnotatedDocument,
  tag: Tag,
  pointCounts: ReadonlyMap<number, number>,
): UnratedFinding[] {
  const classes = classById(tag)
  const findings: UnratedFinding[] = []
  const tell = (
    code: UnratedFinding['code'],
    where: UnratedFinding['where'],
    message: string,
    values?: UnratedFinding['values'],
  ) => findings.push({ code, where, message, ...(values && { values }) })
  const unlabelled = pointCounts.get(0) ?? 0
  if (unlabelled > 0) {
    const told = unlabelled === 1 ? '1 point is' : `${unlabelled.toLocaleString('en')} points are`
    tell('UNLABELLED_POINTS', {}, `${told} not labelled`, { points: unlabelled })
  }
  const used = new Set<string>()
  for (const { id, labelKey, classId, instance } of legend) {
    if (classId === null) continue
    const isEmpty = (pointCounts.get(labelKey) ?? 0) === 0
    if (!isEmpty) used.add(classId)
    else if (instance !== null) {
      const name = instanceName(classes.get(classId)?.name ?? 'unknown class', instance)
      tell('EMPTY_INSTANCE', { legendEntryId: id }, `${name} has no points`)
    }
  }
  const unused = openClasses(tag).filter(({ classId }) => !used.has(classId))
  if (unused.length > 0 && used.size > 0) {
    const names = unused.slice(0, MOST_NAMED).map(({ name }) => name)
    const more = unused.length > names.length ? ` and ${unused.length - names.length} more` : ''
    tell('EMPTY_CLASS', {}, `no point is labelled ${names.join(', ')}${more}`, {
      name: names.join(', '),
      more: unused.length - names.length,
    })
  }
  return findings
}
