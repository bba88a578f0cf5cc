import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelRunsOf } from '../../../model/document/operations/labelRuns.ts'
import type { FromWorker, ToWorker } from '../../kit/worker/workerMessages.ts'
import type { PickRules } from '../../view3d/pointPicker.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { PickerHost } from './pickerHost.ts'
import type { PickerAnswer, PickerNews, PickerQuestion } from './pickerMessages.ts'
import { type PickerPort, type SlotListener, WorkerPicker } from './workerPicker.ts'

type Sent = ToWorker<PickerQuestion, PickerNews>
type OnMessage = (event: { data: FromWorker<PickerAnswer, never> }) => void
type OnError = (event: { message: string }) => void

/** The worker in the same thread: messages are copied and answered later, as between threads. */
class NearPort implements PickerPort {
  readonly asked: string[] = []
  isEnded = false
  readonly #host = new PickerHost()
  #onMessage: OnMessage = () => {}
  #onError: OnError = () => {}

  postMessage(message: Sent, options?: { transfer: Transferable[] }): void {
    const data = structuredClone(message, options)
    setTimeout(() => {
      if (this.isEnded || 'cancel' in data) return
      if ('news' in data) return this.#host.take(data.news)
      this.asked.push(data.request.kind)
      this.#onMessage({ data: { id: data.id, result: this.#host.answer(data.request) } })
    })
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'message') this.#onMessage = listener as OnMessage
    else if (type === 'error') this.#onError = listener as OnError
  }

  fail(message: string): void {
    this.#onError({ message })
  }

  terminate(): void {
    this.isEnded = true
  }
}

const LOOKOUT: ViewCamera = {
  eye: { x: 0, y: 0, z: 10 },
  right: { x: 1, y: 0, z: 0 },
  up: { x: 0, y: 1, z: 0 },
  forward: { x: 0, y: 0, z: -1 },
  projection: { kind: 'orthographic', metresPerPx: 1 },
  widthPx: 200,
  heightPx: 100,
  nearM: 0.1,
  farM: 100,
}
const VIEW = { kind: 'view', viewCamera: LOOKOUT, pointSizePx: 2 } as const
const RULES: PickRules = {
  takes: Uint8Array.of(1, 0),
  shows: Uint8Array.of(1, 1),
  visibleOnly: false,
  heightsM: null,
  crop: null,
}
const at = (x: number) => ({ x, y: 50 })

/** 200 points in a row, one a pixel: point i at x = i + 0.5. */
function row() {
  const positions = new Float32Array(600)
  for (let i = 0; i < 200; i++) positions[3 * i] = i - 99.5
  const port = new NearPort()
  let tell: SlotListener = () => {}
  const slots = {
    slots: new Uint16Array(200),
    onSlots: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  }
  const relativeFromChunk = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const picker = new WorkerPicker(port, { positions, relativeFromChunk }, slots)
  return {
    picker,
    port,
    label: (points: readonly number[], slot: number) => tell(labelRunsOf(points, 50), new Map([[50, slot]])),
  }
}

test('moves that are faster than the answers become one question, and each of their points is found once', async () => {
  const { picker, port } = row()
  void picker.begin(VIEW, RULES)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => picker.brush(at(i * 3), at(i * 3 + 3), 2)))
  const found = answers.flatMap((indices) => [...indices])
  assert.equal(new Set(found).size, found.length)
  assert.deepEqual(
    found.toSorted((a, b) => a - b),
    Array.from({ length: 182 }, (_, i) => i),
  )
  assert.ok(port.asked.length < 5, port.asked.join(' '))
})

test('an answer that is pending when the next stroke begins belongs to the stroke before', async () => {
  const { picker, port } = row()
  void picker.begin(VIEW, RULES)
  const first = picker.brush(at(10), at(10), 3)
  const second = picker.brush(at(50), at(50), 3)
  void picker.begin(VIEW, RULES)
  const third = await picker.brush(at(10), at(10), 3)
  assert.deepEqual([...(await first), ...(await second)].length, 12)
  assert.deepEqual([...third], [7, 8, 9, 10, 11, 12])
  assert.deepEqual(port.asked, ['begin', 'brush', 'brush', 'begin', 'brush'])
})

test('labels given meanwhile count for the next stroke', async () => {
  const { picker, label } = row()
  label([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1)
  await picker.begin(VIEW, RULES)
  assert.deepEqual([...(await picker.brush(at(10), at(10), 3))], [10, 11, 12])
})

test('once it is closed or broken every question is answered by an error', async () => {
  const { picker, port } = row()
  const question = picker.polygon([at(0), at(9), at(4)])
  port.fail('out of memory')
  await assert.rejects(question, /out of memory/)
  await assert.rejects(picker.begin(VIEW, RULES), /out of memory/)
  picker.dispose()
  assert.ok(port.isEnded)
  const other = row().picker
  const pending = other.brush(at(1), at(1), 2)
  other.dispose()
  await assert.rejects(pending, /closed/)
})
