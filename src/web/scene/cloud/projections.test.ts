import assert from 'node:assert/strict'
import { test } from 'node:test'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import type { CloudStore } from './cloudStore.ts'
import { Projections } from './projections.ts'

const POSE = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }

/** A loaded frame of one camera, and workers that crash or answer. */
function open(outcomes: ('crash' | 'answer')[]) {
  const intrinsics = { cameraModel: 'pinhole', fx: 100, fy: 100, cx: 50, cy: 50 } as never
  const camera = { intrinsics, commonFromCamera: POSE }
  const source = { sensorId: 'front', size: { width: 100, height: 100 }, camera } as unknown as CameraSource
  const job = { frames: [{ cameras: [source] }] } as unknown as FusionJob
  const chunk = { positions: new Float32Array(3), originM: { x: 0, y: 0, z: 0 } }
  const clouds = {
    isLoaded: () => true,
    loaded: () => [{ source: { commonFromCloud: POSE }, chunk }],
  } as unknown as CloudStore
  const told: Message[] = []
  const start = (): ReturnType<NonNullable<ConstructorParameters<typeof Projections>[3]>> => {
    const listeners: { type: string; listener: (event: never) => void }[] = []
    const emit = (type: string, event: unknown) => {
      for (const one of listeners) if (one.type === type) one.listener(event as never)
    }
    return {
      postMessage(message) {
        const outcome = outcomes.shift()
        if (!('request' in message)) return
        const result = { points: Float32Array.of(1, 2, 3), indices: Uint32Array.of(0) }
        setTimeout(() =>
          outcome === 'crash'
            ? emit('error', { message: 'out of memory' })
            : emit('message', { data: { id: message.id, result } }),
        )
      },
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.push({ type, listener }),
      terminate() {},
    }
  }
  const projections = new Projections(job, clouds, (reason) => told.push(reason), start)
  const ask = async () => {
    const points = projections.get(0, source)
    if (points) return points
    await new Promise<void>((resolve) => {
      const leave = projections.subscribe(() => {
        leave()
        resolve()
      })
    })
    return projections.get(0, source)
  }
  return { ask, told, get: () => projections.get(0, source) }
}

test('points appear after a worker crashed once, and the person is notified', async () => {
  const { ask, told } = open(['crash', 'answer'])
  assert.equal(await ask(), null)
  assert.deepEqual(told, [msg('cuboid.projectionFailed', { camera: 'front', detail: 'out of memory' })])
  assert.deepEqual([...((await ask()) ?? [])], [1, 2, 3])
})

test('a worker that crashes again is given up after two tries and reported once', async () => {
  const { ask, told, get } = open(['crash', 'crash'])
  await ask()
  await ask()
  assert.equal(get(), null)
  assert.equal(told.length, 1)
})
