import { rulesOf } from '../../annotationTypes/rulesOf.ts'
import type { AnnotatedDocument } from '../document.ts'
import { type Edit, EditError, type PutLegendEntry, type RemoveLegendEntry } from './documentOperation.ts'

export function applyPutLegendEntry(document: AnnotatedDocument, { entry, index }: PutLegendEntry): AnnotatedDocument {
  if (!rulesOf(document.annotationType).hasLabels) throw new EditError(`${document.annotationType} has no legend`)
  const others = document.legend.filter(({ id }) => id !== entry.id)
  if (others.some(({ labelKey }) => labelKey === entry.labelKey)) {
    throw new EditError(`label ${entry.labelKey} is in the legend already`)
  }
  const at = index ?? placeOf(document, entry.id) ?? others.length
  return { ...document, legend: others.toSpliced(at, 0, entry) }
}

export function invertPutLegendEntry(document: AnnotatedDocument, { entry }: PutLegendEntry): Edit {
  const at = placeOf(document, entry.id)
  if (at === null) return { type: 'removeLegendEntry', id: entry.id }
  return { type: 'putLegendEntry', entry: document.legend[at], index: at }
}

export function applyRemoveLegendEntry(document: AnnotatedDocument, { id }: RemoveLegendEntry): AnnotatedDocument {
  if (placeOf(document, id) === null) throw new EditError(`the legend has no entry ${id}`)
  return { ...document, legend: document.legend.filter((entry) => entry.id !== id) }
}

export function invertRemoveLegendEntry(document: AnnotatedDocument, { id }: RemoveLegendEntry): Edit {
  const at = placeOf(document, id)
  if (at === null) throw new EditError(`the legend has no entry ${id}`)
  return { type: 'putLegendEntry', entry: document.legend[at], index: at }
}

function placeOf({ legend }: AnnotatedDocument, id: string): number | null {
  const at = legend.findIndex((entry) => entry.id === id)
  return at < 0 ? null : at
}
