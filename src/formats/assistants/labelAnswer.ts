import type { LegendEntry, PointLabels } from '../../model/document/document.ts'
import { openClasses, splitInstance, type Tag } from '../../model/tag.ts'
import type { JsonObject } from '../results/read.ts'
import { AnswerFault, countAt, listAt, objectAt, scoreAt, textAt } from './answerFault.ts'
import type { Proposed } from './proposed.ts'

/** Runs of points with one label: `[first, count]`, ascending. */
export interface LabelRecord extends Record<string, unknown> {
  _id: string
  type: 'points'
  label: string
  runs: [number, number][]
  source: 'machine'
}

export const isLabelRecord = (record: Record<string, unknown>): record is LabelRecord =>
  record.type === 'points' && Array.isArray(record.runs) && typeof record.label === 'string'

/** `{runs: [{first, count, label, score}]}` of `label_points`: one record a label. */
export function readLabelPoints(answer: JsonObject, tag: Tag, pointCount: number, newId: () => string): Proposed[] {
  const byLabel = new Map<string, { runs: [number, number][]; scores: number; points: number; isScored: boolean }>()
  let end = 0
  listAt(answer.runs, 'runs').forEach((given, index) => {
    const path = `runs[${index}]`
    const run = objectAt(given, path)
    const first = countAt(run.first, `${path}.first`)
    const count = countAt(run.count, `${path}.count`)
    const label = textAt(run.label, `${path}.label`)
    if (count === 0 || first + count > pointCount) throw new AnswerFault(`${path}: the cloud has ${pointCount} points`)
    if (first < end) throw new AnswerFault(`${path}.first: runs ascend and do not overlap`)
    end = first + count
    checkLabel(tag, label, `${path}.label`)
    const score = scoreAt(run.score, `${path}.score`)
    const known = byLabel.get(label) ?? { runs: [], scores: 0, points: 0, isScored: false }
    known.runs.push([first, count])
    known.scores += (score ?? 0) * count
    known.points += count
    known.isScored ||= score !== null
    byLabel.set(label, known)
  })
  return Array.from(byLabel, ([label, { runs, scores, points, isScored }]) => ({
    record: labelRecord(label, runs, newId),
    score: isScored ? scores / points : null,
  }))
}

function checkLabel(tag: Tag, label: string, path: string): void {
  const { className, instance } = splitInstance(label)
  const tagClass = openClasses(tag).find(({ name }) => name === className)
  if (!tagClass) throw new AnswerFault(`${path}: the tag has no class ${className}`)
  if (instance !== null && !tagClass.instantiable) throw new AnswerFault(`${path}: ${className} has no instances`)
}

const labelRecord = (label: string, runs: [number, number][], newId: () => string): LabelRecord => ({
  _id: newId(),
  type: 'points',
  label,
  runs,
  source: 'machine',
})

/** Converts a label for each point, in the submitted form, by its legend: one record per label in use. */
export function labelRecords(
  labels: PointLabels,
  legend: readonly LegendEntry[],
  tag: Tag,
  newId: () => string,
): Proposed[] {
  const names = new Map(tag.classes.map(({ classId, name }) => [classId, name]))
  const byKey = new Map<number, [number, number][]>()
  for (let first = 0; first < labels.length; ) {
    const key = labels[first]
    let end = first + 1
    while (end < labels.length && labels[end] === key) end++
    if (key !== 0) {
      const runs = byKey.get(key) ?? []
      runs.push([first, end - first])
      byKey.set(key, runs)
    }
    first = end
  }
  return legend.flatMap(({ labelKey, classId, instance }) => {
    const runs = byKey.get(labelKey)
    const name = classId === null ? undefined : names.get(classId)
    if (!runs || name === undefined) return []
    const label = instance === null ? name : `${name}#${instance}`
    return [{ record: labelRecord(label, runs, newId), score: null }]
  })
}
