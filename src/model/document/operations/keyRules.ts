import type { AnnotatedDocument, AttributeStep, Key } from '../document.ts'
import type { CuboidPlacement, FlatShape } from '../shape.ts'
import { EditError } from './documentOperation.ts'

/** Throws unless the keys ascend within first..last, and those within the document, each with a shape of its kind. */
export function checkKeys(
  document: AnnotatedDocument,
  keys: readonly Key<CuboidPlacement | FlatShape>[],
  first: number,
  last: number,
  ofCuboid: boolean,
): void {
  checkAscending(document, keys)
  if (keys.length > 0 && (keys[0].frame < first || keys[keys.length - 1].frame > last)) {
    throw new EditError(`keys of frames ${first} to ${last} were expected`)
  }
  for (const key of keys) {
    if (key.kind === 'shape' && 'position' in key.shape !== ofCuboid) {
      throw new EditError(`a shape of ${ofCuboid ? 'cuboids' : 'images'} was expected at frame ${key.frame}`)
    }
  }
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
