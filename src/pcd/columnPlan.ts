import type { PcdProblems } from './pcdError.ts'
import { coordinateFields, type PcdField, type PcdHeader } from './pcdHeader.ts'
import type { PointColumns } from './pointStore.ts'

/** What one column of the file is for. X, Y and Z minus X give the axis. */
export const SKIP = 0
export const X = 1
export const Z = 3
export const INTENSITY = 4
export const RGB = 5
export const LABEL = 6

export interface ColumnPlan {
  /** One entry a field, in the file's order. */
  uses: number[]
  columns: PointColumns
}

/**
 * The fields that a cloud uses: x y z always, intensity and rgb (or rgba) if they are single numbers; the rest is
 * skipped.
 * @throws PcdError if x, y or z is missing, repeated or not a single float.
 */
export function cloudPlan(header: PcdHeader, problems: PcdProblems): ColumnPlan {
  const uses: number[] = header.fields.map(() => SKIP)
  coordinateFields(header.fields, problems).forEach((place, axis) => {
    uses[place] = X + axis
  })
  const intensity = header.fields.findIndex((field) => nameOf(field) === 'intensity' && field.count === 1)
  const rgb = header.fields.findIndex((field) => isPackedColour(field))
  if (intensity >= 0) uses[intensity] = INTENSITY
  if (rgb >= 0) uses[rgb] = RGB
  return { uses, columns: { positions: true, intensity: intensity >= 0, rgb: rgb >= 0, labels: false } }
}

/** Uses only label_key. @throws PcdError if it is missing, repeated or not a single number. */
export function labelPlan(header: PcdHeader, problems: PcdProblems): ColumnPlan {
  const places = header.fields.flatMap((field, place) => (nameOf(field) === 'label_key' ? [place] : []))
  if (places.length !== 1) problems.fatal(`FIELDS has label_key ${places.length} times, once is needed`)
  if (header.fields[places[0]].count !== 1) problems.fatal('COUNT of label_key must be 1')
  const uses = header.fields.map((_, place) => (place === places[0] ? LABEL : SKIP))
  return { uses, columns: { positions: false, intensity: false, rgb: false, labels: true } }
}

function nameOf(field: PcdField): string {
  return field.name.toLowerCase()
}

function isPackedColour(field: PcdField): boolean {
  return (nameOf(field) === 'rgb' || nameOf(field) === 'rgba') && field.count === 1 && field.size === 4
}
