import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import { placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { boxTrack, cameraTrack } from '../../../model/document/testTracks.ts'
import { placedSizes } from './placedSizes.ts'

const box = (length: number): Cuboid => ({
  position: { x: 0, y: 0, z: 1 },
  heading: quaternionFromYaw(0),
  dimensions: { length, width: 1.8, height: 1.5 },
})

test('sizes are those of the other objects of the class that people placed', () => {
  const own = boxTrack('own', 'car', 0, box(4))
  const byMachine = boxTrack('machine', 'car', 0, box(5))
  const tracks = [
    own,
    boxTrack('other', 'car', 2, box(4.2)),
    boxTrack('van', 'van', 0, box(5.2)),
    cameraTrack('flat', 'car', 'left', 0, { type: 'rectangle', left: 0, top: 0, right: 0.2, bottom: 0.2 }),
    placedAt({ ...byMachine, cuboid: null }, 1, box(5), { source: 'propagated', sizeOfFrame: false }),
  ]
  const lengths = (except: typeof own | null) => placedSizes(tracks, 'car', except).map(({ length }) => length)
  assert.deepEqual(lengths(own), [4.2])
  assert.deepEqual(lengths(null), [4, 4.2])
})
