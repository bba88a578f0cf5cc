import { IMAGE_VIEW, type Key } from '../../../src/model/document/document.ts'
import { newTrack } from '../../../src/model/document/newTrack.ts'
import type { Edit } from '../../../src/model/document/operations/documentOperation.ts'
import { toPlainTrack } from '../../../src/model/document/plainTrack.ts'
import type { FlatShape } from '../../../src/model/document/shape.ts'
import fc from '../../laws.ts'
import { SAMPLE_CLASS } from './desk.ts'

/** Operations for tests, over few tracks, so that they meet each other. Many do not fit: that is part of the test. */

const box = (left: number): FlatShape => ({
  type: 'rectangle',
  left: left / 10,
  top: 0,
  right: left / 10 + 0.1,
  bottom: 1,
})

const keyAt = (frame: number, left: number): Key<FlatShape> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape: box(left),
})

export function putBox(trackId: string, frame = 0, left = 1, index: number | null = null): Edit {
  const shape = { sensorId: IMAGE_VIEW, flat: box(left) }
  const track = newTrack({ id: trackId, annotationType: 'video2d', tagClass: SAMPLE_CLASS, frame, shape })
  return { type: 'putTrack', track: toPlainTrack(track), index }
}

export function setBox(trackId: string, frame: number, left: number): Edit {
  return { type: 'setKeys', trackId, sensorId: IMAGE_VIEW, first: frame, last: frame, keys: [keyAt(frame, left)] }
}

export const relate = (trackId: string, to: string): Edit => ({
  type: 'setRelations',
  trackId,
  relations: [{ name: 'rides', to }],
})

export function anyOperation(frameCount: number): fc.Arbitrary<Edit> {
  const trackId = fc.constantFrom('a', 'b', 'c', 'd')
  const frame = fc.nat(frameCount - 1)
  const value = fc.option(fc.constantFrom('x', 'y'))
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(trackId, frame, fc.nat(8), fc.option(fc.nat(3))).map((t) => putBox(...t)) },
    { weight: 4, arbitrary: fc.tuple(trackId, frame, fc.nat(8)).map((t) => setBox(...t)) },
    trackId.map((id): Edit => ({ type: 'removeTrack', trackId: id })),
    fc.tuple(trackId, value).map(([id, v]): Edit => ({ type: 'setObjectAttribute', trackId: id, name: 'n', value: v })),
    fc.tuple(frame, value).map(([f, v]): Edit => ({ type: 'setFrameAttribute', frame: f, name: 'n', value: v })),
    fc.tuple(trackId, frame, value).map(
      ([id, f, v]): Edit => ({
        type: 'setSteps',
        trackId: id,
        sensorId: IMAGE_VIEW,
        name: 'n',
        steps: [{ frame: f, value: v }],
      }),
    ),
    fc.tuple(trackId, trackId).map(([id, to]): Edit => relate(id, to)),
    trackId.map((id): Edit => ({ type: 'setClass', trackId: id, classId: 'other' })),
  )
}

export const anyOperations = (frameCount: number): fc.Arbitrary<Edit[]> =>
  fc.array(anyOperation(frameCount), { maxLength: 12 })
