import { rulesOf } from '../../annotationTypes/rulesOf.ts'
import type { AnnotatedDocument, Key, PointLabels } from '../document.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import {
  type Edit,
  EditError,
  type PathId,
  type PutLegendEntry,
  type RemoveLegendEntry,
  type SetFrameAttribute,
  type SetKeys,
} from './documentOperation.ts'
import { checkFrame } from './keyRules.ts'
import { labelsUnder } from './labelRuns.ts'
import { ChangeSetMap, withValue } from './order.ts'
import {
  applyPutPath,
  applyRemovePath,
  applyWithinPath,
  invertPutPath,
  invertRemovePath,
  invertWithinPath,
} from './pathOperations.ts'
import {
  applyPutTrack,
  applyRemoveTrack,
  applyToTrack,
  invertPutTrack,
  invertRemoveTrack,
  invertToTrack,
} from './trackOperations.ts'

/**
 * The document after the operation. Labels are separate: `setLabels` does not change the document, and its runs have to
 * be painted (paintLabels).
 * @throws EditError
 */
export function applyEdit(document: AnnotatedDocument, operation: Edit): AnnotatedDocument {
  switch (operation.type) {
    case 'putTrack':
      return applyPutTrack(document, operation)
    case 'removeTrack':
      return applyRemoveTrack(document, operation)
    case 'setClass':
    case 'setStationary':
    case 'setObjectAttribute':
    case 'setRelations':
      return applyToTrack(document, operation)
    case 'putPath':
      return applyPutPath(document, operation)
    case 'removePath':
      return applyRemovePath(document, operation)
    case 'setKeys':
    case 'setDimensions':
    case 'setSteps':
    case 'setFollows':
      return applyWithinPath(document, operation)
    case 'setJobAttribute':
      return { ...document, jobAttributes: withValue(document.jobAttributes, operation.name, operation.value) }
    case 'setFrameAttribute':
      return applySetFrameAttribute(document, operation)
    case 'putLegendEntry':
      return applyPutLegendEntry(document, operation)
    case 'removeLegendEntry':
      return applyRemoveLegendEntry(document, operation)
    case 'setLabels':
      if (!rulesOf(document.annotationType).hasLabels) throw new EditError(`${document.annotationType} has no labels`)
      return document
  }
}

/**
 * The operation that takes `operation` back, from the document (and for setLabels the labels) before it.
 * @throws EditError where the operation does not fit, or labels are needed and not given
 */
export function invertEdit(document: AnnotatedDocument, operation: Edit, labels: PointLabels | null = null): Edit {
  switch (operation.type) {
    case 'putTrack':
      return invertPutTrack(document, operation)
    case 'removeTrack':
      return invertRemoveTrack(document, operation)
    case 'setClass':
    case 'setStationary':
    case 'setObjectAttribute':
    case 'setRelations':
      return invertToTrack(document, operation)
    case 'putPath':
      return invertPutPath(document, operation)
    case 'removePath':
      return invertRemovePath(document, operation)
    case 'setKeys':
    case 'setDimensions':
    case 'setSteps':
    case 'setFollows':
      return invertWithinPath(document, operation)
    case 'setJobAttribute':
      return { ...operation, value: document.jobAttributes.get(operation.name) ?? null }
    case 'setFrameAttribute':
      return { ...operation, value: document.frameAttributes.get(operation.frame)?.get(operation.name) ?? null }
    case 'putLegendEntry':
      return invertPutLegendEntry(document, operation)
    case 'removeLegendEntry':
      return invertRemoveLegendEntry(document, operation)
    case 'setLabels':
      if (!labels) throw new EditError('labels are needed to take a change of labels back')
      return { type: 'setLabels', runs: labelsUnder(labels, operation.runs) }
  }
}

export const applyEdits = (document: AnnotatedDocument, operations: readonly Edit[]): AnnotatedDocument =>
  inOneChangeSet(document, (start) => operations.reduce(applyEdit, start))

/** Applies many operations to a document of many tracks without copying the list of tracks for each. */
export function inOneChangeSet(
  document: AnnotatedDocument,
  apply: (start: AnnotatedDocument) => AnnotatedDocument,
): AnnotatedDocument {
  const made = apply({ ...document, tracks: new ChangeSetMap(document.tracks) })
  return { ...made, tracks: new Map(made.tracks) }
}

function applySetFrameAttribute(document: AnnotatedDocument, operation: SetFrameAttribute): AnnotatedDocument {
  const { frame, name, value } = operation
  checkFrame(document, frame)
  const values = withValue(document.frameAttributes.get(frame) ?? new Map(), name, value)
  const frameAttributes = new Map(document.frameAttributes)
  if (values.size > 0) frameAttributes.set(frame, values)
  else frameAttributes.delete(frame)
  return { ...document, frameAttributes }
}

type AnyKey = Key<CuboidPlacement | ViewShape>

/** Puts one key, replacing the one at its frame. */
export const putKey = (trackId: string, sensorId: PathId, key: AnyKey): SetKeys => ({
  type: 'setKeys',
  trackId,
  sensorId,
  first: key.frame,
  last: key.frame,
  keys: [key],
})

export const removeKey = (trackId: string, sensorId: PathId, frame: number): SetKeys => ({
  type: 'setKeys',
  trackId,
  sensorId,
  first: frame,
  last: frame,
  keys: [],
})

/**
 * The smallest setKeys that turns `before` into `after`, for editors that work on whole lists of keys (edit.ts); null
 * if nothing differs. Keys are compared by identity, since unchanged ones are shared.
 */
export function keysChange(
  trackId: string,
  sensorId: PathId,
  before: readonly AnyKey[],
  after: readonly AnyKey[],
): SetKeys | null {
  let same = 0
  while (same < before.length && same < after.length && before[same] === after[same]) same++
  let sameEnd = 0
  const shorter = Math.min(before.length, after.length) - same
  while (sameEnd < shorter && before[before.length - 1 - sameEnd] === after[after.length - 1 - sameEnd]) sameEnd++
  const changed = [...before.slice(same, before.length - sameEnd), ...after.slice(same, after.length - sameEnd)]
  if (changed.length === 0) return null
  const frames = changed.map(({ frame }) => frame)
  return {
    type: 'setKeys',
    trackId,
    sensorId,
    first: frames.reduce((a, b) => Math.min(a, b)),
    last: frames.reduce((a, b) => Math.max(a, b)),
    keys: after.slice(same, after.length - sameEnd),
  }
}

function applyPutLegendEntry(document: AnnotatedDocument, { entry, index }: PutLegendEntry): AnnotatedDocument {
  if (!rulesOf(document.annotationType).hasLabels) throw new EditError(`${document.annotationType} has no legend`)
  const others = document.legend.filter(({ id }) => id !== entry.id)
  if (others.some(({ labelKey }) => labelKey === entry.labelKey)) {
    throw new EditError(`label ${entry.labelKey} is in the legend already`)
  }
  const at = index ?? placeOf(document, entry.id) ?? others.length
  return { ...document, legend: others.toSpliced(at, 0, entry) }
}

function invertPutLegendEntry(document: AnnotatedDocument, { entry }: PutLegendEntry): Edit {
  const at = placeOf(document, entry.id)
  if (at === null) return { type: 'removeLegendEntry', id: entry.id }
  return { type: 'putLegendEntry', entry: document.legend[at], index: at }
}

function applyRemoveLegendEntry(document: AnnotatedDocument, { id }: RemoveLegendEntry): AnnotatedDocument {
  if (placeOf(document, id) === null) throw new EditError(`the legend has no entry ${id}`)
  return { ...document, legend: document.legend.filter((entry) => entry.id !== id) }
}

function invertRemoveLegendEntry(document: AnnotatedDocument, { id }: RemoveLegendEntry): Edit {
  const at = placeOf(document, id)
  if (at === null) throw new EditError(`the legend has no entry ${id}`)
  return { type: 'putLegendEntry', entry: document.legend[at], index: at }
}

function placeOf({ legend }: AnnotatedDocument, id: string): number | null {
  const at = legend.findIndex((entry) => entry.id === id)
  return at < 0 ? null : at
}
