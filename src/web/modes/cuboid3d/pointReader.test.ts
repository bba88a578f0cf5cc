import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../document/clock.ts'
import type { ShownCloud } from '../../scene/cloud/cloudLayer.ts'
import type { ViewName } from '../../tools/cuboid/cuboidHost.ts'
import { orbitViewCamera } from '../../view3d/orbit.ts'
import { screenOf } from '../../view3d/viewCamera.ts'
import type { PaneTool } from '../sensors/pane.ts'
import { PointReader, readPoint, withPointReader } from './pointReader.ts'

const SIZE = { widthPx: 800, heightPx: 600 }
const viewCamera = orbitViewCamera(
  { kind: 'perspective', target: { x: 0, y: 0, z: 0 }, distanceM: 20, yawRad: 0.3, pitchRad: 0.6 },
  SIZE,
)
const cloud = (url: string, positions: number[], intensity?: number[]): ShownCloud => ({
  url,
  chunk: {
    pointCount: positions.length / 3,
    finiteCount: positions.length / 3,
    originM: { x: 0, y: 0, z: 0 },
    positions: Float32Array.from(positions),
    shownPositions: new Float32Array(),
    byteLength: 0,
    ...(intensity && { intensity: Uint8Array.from(intensity), intensityRange: [10, 20] as [number, number] }),
  },
  relativeFromChunk: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1],
  sensor: { x: 0, y: 0, z: 0 },
  hue: 0,
})

test('a point is read in the common frame, with its distance from the sensor, intensity and number in the file', () => {
  const shown = [cloud('a', [Number.NaN, 0, 0, 1, 2, 0.5], [0, 51])]
  const at = screenOf(viewCamera, { x: 3, y: 2, z: 0.5 })!
  const read = readPoint(viewCamera, { x: at.x + 3, y: at.y - 2 }, shown, { x: 691_000, y: 5_335_000, z: 500 })
  assert.deepEqual(read, {
    point: { x: 691_003, y: 5_335_002, z: 500.5 },
    distanceM: Math.hypot(3, 2, 0.5),
    intensity: 12,
    index: 1,
    url: 'a',
  })
  assert.equal(readPoint(viewCamera, { x: at.x + 30, y: at.y }, shown, { x: 0, y: 0, z: 0 }), null)
  const plain = readPoint(viewCamera, at, [cloud('b', [1, 2, 0.5])], { x: 0, y: 0, z: 0 })
  assert.equal(plain?.intensity, null)
})

test('only where the pointer comes to rest is anything looked for, and nothing while something is held', () => {
  const due: (() => void)[] = []
  const clock = {
    after: (_: number, run: () => void) => {
      due.push(run)
      return () => void due.splice(due.indexOf(run), 1)
    },
  } as Partial<Clock> as Clock
  const asked: number[] = []
  const reader = new PointReader(clock, ({ x }) => {
    asked.push(x)
    return { point: { x, y: 0, z: 0 }, distanceM: 1, intensity: null, index: 0, url: 'a' }
  })
  const nothing = () => {}
  const tool: PaneTool<ViewName> = {
    pointerDown: nothing,
    pointerMove: nothing,
    pointerUp: nothing,
    doubleClick: nothing,
    wheel: nothing,
    cancel: nothing,
  }
  const wrapped = withPointReader(tool, reader)
  const at = (x: number, view: ViewName = 'main') => ({
    view,
    x,
    y: 0,
    button: 'left' as const,
    shift: false,
    ctrl: false,
    alt: false,
  })
  for (const x of [1, 2, 3]) wrapped.pointerMove(at(x))
  assert.equal(due.length, 1)
  due.shift()?.()
  assert.deepEqual([asked, reader.read?.point.x], [[3], 3])
  wrapped.pointerDown(at(3))
  assert.equal(reader.read, null)
  wrapped.pointerMove(at(9))
  assert.equal(due.length, 0)
  wrapped.pointerUp(at(9))
  wrapped.pointerMove(at(10, 'top'))
  assert.equal(due.length, 0)
  wrapped.pointerMove(at(11))
  wrapped.pointerLeave?.('main')
  assert.equal(due.length, 0)
})
