import type { LegendEntry } from '../../../model/document/document.ts'
import type { LabelEditor } from './labelEditor.ts'

/** One entry as the list shows it. */
export interface LegendRow {
  entry: LegendEntry
  name: string
  color: string
}

/** Instances in the order of their classes and numbers, those with the words in their name. */
export function instanceRows(editor: LabelEditor, search: string, classId: string | null): LegendRow[] {
  const wanted = search.trim().toLowerCase()
  const places = new Map([...editor.classes.keys()].map((id, place) => [id, place]))
  const placeOf = (entry: LegendEntry) => places.get(entry.classId ?? '') ?? places.size
  return editor.legend
    .filter((entry) => entry.instance !== null && (classId === null || entry.classId === classId))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.instance ?? 0) - (b.instance ?? 0))
    .map((entry) => ({ entry, name: editor.nameOf(entry), color: editor.colorOf(entry) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** Ids of the rows from one to the other, both included, in either direction. */
export function entriesBetween(rows: readonly LegendRow[], a: string, b: string): string[] {
  const from = rows.findIndex(({ entry }) => entry.id === a)
  const to = rows.findIndex(({ entry }) => entry.id === b)
  if (from < 0 || to < 0) return [b]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ entry }) => entry.id)
}
