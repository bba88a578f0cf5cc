import { rulesOf } from '../../annotationTypes/rulesOf.ts'
import { isSpaceShape, spaceKind } from '../../shapes/spaceShapes.ts'
import { type AnnotatedDocument, type AttributeStep, COMMON_VIEW, type Key } from '../document.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import { EditError, type PathId } from './documentOperation.ts'

/** Throws unless the keys ascend within first..last, and those within the document, each with a shape of its kind. */
export function checkKeys(
  document: AnnotatedDocument,
  keys: readonly Key<CuboidPlacement | ViewShape>[],
  first: number,
  last: number,
  sensorId: PathId,
): void {
  checkAscending(document, keys)
  if (keys.length > 0 && (keys[0].frame < first || keys[keys.length - 1].frame > last)) {
    throw new EditError(`keys of frames ${first} to ${last} were expected`)
  }
  const expected = formOfPath(document, sensorId)
  for (const key of keys) {
    if (key.kind !== 'shape') continue
    if (formOf(key.shape) !== expected) throw new EditError(`a shape of ${expected} was expected at frame ${key.frame}`)
    if (isSpaceShape(key.shape) && key.shape.points.length < spaceKind(key.shape.type).leastPoints) {
      throw new EditError(`the ${key.shape.type} of frame ${key.frame} has too few points`)
    }
  }
}

type Form = 'cuboids' | 'points in space' | 'images'

const formOf = (shape: CuboidPlacement | ViewShape): Form =>
  'position' in shape ? 'cuboids' : isSpaceShape(shape) ? 'points in space' : 'images'

function formOfPath({ annotationType }: AnnotatedDocument, sensorId: PathId): Form {
  if (sensorId === null) return 'cuboids'
  return sensorId === COMMON_VIEW && rulesOf(annotationType).shapes !== 'image' ? 'points in space' : 'images'
}

export function checkSteps(document: AnnotatedDocument, steps: readonly AttributeStep[]): void {
  checkAscending(document, steps)
}

export function checkFrame({ frameCount }: AnnotatedDocument, frame: number): void {
  if (Number.isInteger(frame) && frame >= 0 && frame < frameCount) return
  throw new EditError(`there is no frame ${frame}: the job has ${frameCount}`)
}

function checkAscending(document: AnnotatedDocument, entries: readonly { frame: number }[]): void {
  let before = -1
  for (const { frame } of entries) {
    checkFrame(document, frame)
    if (frame <= before) throw new EditError(`frame ${frame} comes after frame ${before}`)
    before = frame
  }
}
