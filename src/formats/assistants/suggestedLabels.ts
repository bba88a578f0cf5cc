import type { AnnotatedDocument, LegendEntry, PointLabels } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { RunWriter } from '../../model/document/operations/labelRuns.ts'
import { classById, instanceName, splitInstance, type Tag } from '../../model/tag.ts'
import type { LabelRecord } from './labelAnswer.ts'

/** Labels for points that have none yet, and the legend entries that they need. */
export function suggestedLabels(
  document: AnnotatedDocument,
  labels: PointLabels,
  tag: Tag,
  records: readonly LabelRecord[],
  newId: () => string,
): Edit[] {
  const keys = legendKeys(document, tag)
  const edits: Edit[] = []
  const suggested = new Map<number, number>()
  for (const { label, runs } of records) {
    let key = keys.get(label)
    if (key === undefined) {
      const entry = newEntry(label, tag, new Set(keys.values()), newId)
      key = entry.labelKey
      keys.set(label, key)
      edits.push({ type: 'putLegendEntry', entry, index: null })
    }
    for (const [first, count] of runs)
      for (let i = first; i < first + count; i++) if (labels[i] === 0) suggested.set(i, key)
  }
  const writer = new RunWriter(suggested.size)
  const points = Uint32Array.from(suggested.keys()).sort()
  for (let i = 0; i < points.length; ) {
    const key = suggested.get(points[i])!
    let end = i + 1
    while (end < points.length && points[end] === points[end - 1] + 1 && suggested.get(points[end]) === key) end++
    writer.add(points[i], end - i, key)
    i = end
  }
  if (points.length > 0) edits.push({ type: 'setLabels', runs: writer.text() })
  return edits
}

function legendKeys({ legend }: AnnotatedDocument, tag: Tag): Map<string, number> {
  const classes = classById(tag)
  return new Map(
    legend.flatMap(({ classId, instance, labelKey }) => {
      const name = classId === null ? undefined : classes.get(classId)?.name
      return name === undefined ? [] : [[instanceName(name, instance), labelKey] as const]
    }),
  )
}

function newEntry(label: string, tag: Tag, taken: ReadonlySet<number>, newId: () => string): LegendEntry {
  const { className, instance } = splitInstance(label)
  const tagClass = tag.classes.find(({ name, archived }) => name === className && !archived)
  if (!tagClass) throw new Error(`the tag has no class ${className}`)
  let labelKey = 1
  while (taken.has(labelKey)) labelKey++
  return { id: newId(), labelKey, classId: tagClass.classId, instance, color: null }
}
