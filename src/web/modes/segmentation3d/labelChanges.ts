import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'

/** Labels of points and their legend. */
export interface LabelState {
  legend: readonly LegendEntry[]
  labels: PointLabels
}

/** Points that changed from one class to another (null: without a label), or to another instance of the same. */
export interface LabelChange {
  from: string | null
  to: string | null
  points: PointIndices
}

/** The changes of the points between two states of one job, the largest first. */
export function labelChanges(before: LabelState, after: LabelState): LabelChange[] {
  if (before.labels.length !== after.labels.length) throw new RangeError('the two have not the same points')
  const [oldEntries, newEntries] = [byKey(before.legend), byKey(after.legend)]
  const found = new Map<string, { from: string | null; to: string | null; points: number[] }>()
  const lists = new Map<string, number[] | null>()
  let [oldKey, newKey] = [-1, -1]
  let points: number[] | null = null
  for (let index = 0; index < after.labels.length; index++) {
    // Neighbours mostly share their change: the maps are asked once a run.
    if (before.labels[index] !== oldKey || after.labels[index] !== newKey) {
      oldKey = before.labels[index]
      newKey = after.labels[index]
      const pair = `${oldKey} ${newKey}`
      const known = lists.get(pair)
      points = known === undefined ? pointsOf(found, oldEntries.get(oldKey), newEntries.get(newKey)) : known
      lists.set(pair, points)
    }
    points?.push(index)
  }
  return [...found.values()]
    .map(({ from, to, points }) => ({ from, to, points: Uint32Array.from(points) }))
    .sort((a, b) => b.points.length - a.points.length)
}

/** The list for the points of such a change; null if nothing changed. */
function pointsOf(
  found: Map<string, { from: string | null; to: string | null; points: number[] }>,
  old: LegendEntry | undefined,
  now: LegendEntry | undefined,
): number[] | null {
  const [from, to] = [old?.classId ?? null, now?.classId ?? null]
  if (from === to && (from === null || old?.id === now?.id)) return null
  const key = JSON.stringify([from, to])
  const known = found.get(key) ?? { from, to, points: [] }
  found.set(key, known)
  return known.points
}

const byKey = (legend: readonly LegendEntry[]) => new Map(legend.map((entry) => [entry.labelKey, entry]))
