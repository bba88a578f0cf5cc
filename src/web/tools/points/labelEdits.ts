import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'
import type { Edit, LabelRuns } from '../../../model/document/operations/documentOperation.ts'
import { labelRunsOf, RunWriter } from '../../../model/document/operations/labelRuns.ts'
import type { TagClass } from '../../../model/tag.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'
import { instanceColor } from './instanceColor.ts'
import { type LegendNumbers, nextInstance } from './legendNumbers.ts'

/** The state on which an edit is based. It is not changed. */
export interface LabelWork {
  legend: readonly LegendEntry[]
  labels: PointLabels
  classes: ReadonlyMap<string, TagClass>
  numbers: LegendNumbers
  newId(): string
}

/** Who gets the points: an entry that is there, or (null) the class's own entry, for instances a new one. */
export interface PaintTarget {
  classId: string
  entryId: string | null
}

/** Operations that make one step of undo; `entryId`: who has the points then. */
export interface LabelEdit {
  operations: Edit[]
  entryId: string | null
}

const NOTHING: LabelEdit = { operations: [], entryId: null }

/** The entry that a stroke would paint now; null: it would make a new one. */
export function entryOf({ legend, classes }: Pick<LabelWork, 'legend' | 'classes'>, target: PaintTarget) {
  const chosen = legend.find(({ id, classId }) => id === target.entryId && classId === target.classId)
  if (chosen || classes.get(target.classId)?.instantiable) return chosen ?? null
  return legend.find(({ classId }) => classId === target.classId) ?? null
}

/** Gives the points to the target. @param indices ascending */
export const painted = (work: LabelWork, target: PaintTarget, indices: PointIndices): LabelEdit =>
  paintedAfter(work, target, indices, 0)

function paintedAfter(work: LabelWork, target: PaintTarget, indices: PointIndices, ahead: number): LabelEdit {
  const known = entryOf(work, target)
  const entry = known ?? newEntry(work, target.classId, ahead)
  if (!entry) return NOTHING
  const { labels } = work
  const changed = without(labels, indices, entry.labelKey)
  if (changed.length === 0) return NOTHING
  return {
    operations: [...(known ? [] : [putEntry(entry)]), setLabels(labelRunsOf(changed, entry.labelKey))],
    entryId: entry.id,
  }
}

/** A separate instance for each of the pieces, which share no point. */
export function paintedEach(
  work: LabelWork,
  classId: string,
  pieces: readonly PointIndices[],
): { operations: Edit[]; entryIds: string[] } {
  const edits = pieces.map((piece, i) => paintedAfter(work, { classId, entryId: null }, piece, i))
  return {
    operations: edits.flatMap(({ operations }) => operations),
    entryIds: edits.flatMap(({ entryId }) => entryId ?? []),
  }
}

/** Removes the label of the points. Their entries stay, since they may get others. */
export function erased({ labels }: LabelWork, indices: PointIndices): LabelEdit {
  const changed = without(labels, indices, 0)
  return changed.length === 0 ? NOTHING : { operations: [setLabels(labelRunsOf(changed, 0))], entryId: null }
}

/**
 * Makes the points that belong to the instance an instance of their own; all of its points together are not a split.
 */
export function split(work: LabelWork, entryId: string, indices: PointIndices): LabelEdit {
  const entry = work.legend.find(({ id }) => id === entryId)
  if (!entry || entry.instance === null || entry.classId === null) return NOTHING
  const taken = indices.filter((index) => work.labels[index] === entry.labelKey)
  if (taken.length === 0 || taken.length === countOf(work.labels, entry.labelKey)) return NOTHING
  return painted(work, { classId: entry.classId, entryId: null }, taken)
}

/** Merges all of them into the first one. */
export function joined({ legend, labels }: LabelWork, entryIds: readonly string[]): LabelEdit {
  const [kept, ...others] = entriesOf(legend, entryIds)
  if (!kept || others.length === 0) return NOTHING
  return { operations: movedInto(kept.labelKey, others, labels), entryId: kept.id }
}

/** Removes the entries and the labels of their points. */
export function removed({ legend, labels }: LabelWork, entryIds: readonly string[]): LabelEdit {
  return { operations: movedInto(0, entriesOf(legend, entryIds), labels), entryId: null }
}

/**
 * Gives the entries this class. Instances stay separate if the class has instances; otherwise all become the class's
 * one entry.
 */
export function reclassed(work: LabelWork, entryIds: readonly string[], classId: string): LabelEdit {
  const tagClass = work.classes.get(classId)
  const changed = entriesOf(work.legend, entryIds).filter((entry) => entry.classId !== classId)
  if (!tagClass || changed.length === 0) return NOTHING
  if (tagClass.instantiable) {
    const first = nextInstance(work.legend, classId)
    const operations = changed.map((entry, i) => {
      const instance = first + i
      return putEntry({ ...entry, classId, instance, color: colorOf(tagClass, instance) })
    })
    return { operations, entryId: changed[0].id }
  }
  const own = work.legend.find((entry) => entry.classId === classId)
  const [first, ...others] = own ? [own, ...changed] : changed
  const becomes = own ? [] : [putEntry({ ...first, classId, instance: null, color: null })]
  return { operations: [...becomes, ...movedInto(first.labelKey, others, work.labels)], entryId: first.id }
}

function entriesOf(legend: readonly LegendEntry[], ids: readonly string[]): LegendEntry[] {
  return ids.flatMap((id) => legend.find((entry) => entry.id === id && entry.labelKey !== 0) ?? [])
}

/** @param ahead how many others of the class the same edit makes before it */
function newEntry({ legend, classes, numbers, newId }: LabelWork, classId: string, ahead: number): LegendEntry | null {
  const tagClass = classes.get(classId)
  if (!tagClass) return null
  const instance = tagClass.instantiable ? nextInstance(legend, classId) + ahead : null
  return { id: newId(), labelKey: numbers.nextKey(legend), classId, instance, color: colorOf(tagClass, instance) }
}

/** null: the class's. */
const colorOf = ({ color }: TagClass, instance: number | null): string | null =>
  instance === null || instance <= 1 ? null : instanceColor(color, instance)

const putEntry = (entry: LegendEntry): Edit => ({ type: 'putLegendEntry', entry, index: null })
const setLabels = (runs: LabelRuns): Edit => ({ type: 'setLabels', runs })

/** The entries' points get the key, and the entries go. */
function movedInto(labelKey: number, entries: readonly LegendEntry[], labels: PointLabels): Edit[] {
  const runs = runsOf(labels, new Set(entries.map((entry) => entry.labelKey)), labelKey)
  return [
    ...(runs.length > 0 ? [setLabels(runs)] : []),
    ...entries.map(({ id }): Edit => ({ type: 'removeLegendEntry', id })),
  ]
}

/** Runs over all points that carry one of the keys. */
function runsOf(labels: PointLabels, keys: ReadonlySet<number>, labelKey: number): LabelRuns {
  const runs = new RunWriter()
  let last = -1
  let runStart = -1
  for (let i = 0; i < labels.length; i++) {
    // The set is asked once a run: in a scan neighbours mostly are of one object.
    if (labels[i] === last) continue
    last = labels[i]
    const isIn = keys.has(last)
    if (isIn && runStart < 0) runStart = i
    if (isIn || runStart < 0) continue
    runs.add(runStart, i - runStart, labelKey)
    runStart = -1
  }
  if (runStart >= 0) runs.add(runStart, labels.length - runStart, labelKey)
  return runs.text()
}

/** Those of the points that have another label. Written out: a call for each point would be felt in a large stroke. */
function without(labels: PointLabels, indices: PointIndices, labelKey: number): PointIndices {
  const others = new Uint32Array(indices.length)
  let count = 0
  for (let i = 0; i < indices.length; i++) {
    if (labels[indices[i]] !== labelKey) others[count++] = indices[i]
  }
  return others.subarray(0, count)
}

function countOf(labels: PointLabels, labelKey: number): number {
  let count = 0
  for (const key of labels) if (key === labelKey) count++
  return count
}
