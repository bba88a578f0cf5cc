import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { watchPace } from './bodyPace.ts'

test('a body that stops coming is refused; one that came and is still being unpacked is not', async () => {
  const waited = { complete: false, readableLength: 0, perWindow: 0 }
  const cases = [
    { ...waited, isSlow: true },
    { ...waited, complete: true, isSlow: false },
    { ...waited, readableLength: 16_384, isSlow: false },
    { ...waited, perWindow: 20_000, isSlow: false },
    { ...waited, perWindow: 5000, isSlow: true },
  ]
  for (const { isSlow, perWindow, ...state } of cases) {
    mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
    let ended = 0
    const socket = { bytesRead: 0, destroy: () => ended++ }
    const pace = watchPace({ ...state, socket })
    let refusal: unknown = null
    pace.inPace(new Promise(() => {})).catch((error: unknown) => {
      refusal = error
    })
    for (let window = 0; window < 6; window++) {
      socket.bytesRead += perWindow
      mock.timers.tick(10_000)
    }
    pace.stop()
    mock.timers.reset()
    await Promise.resolve()
    assert.equal(refusal !== null, isSlow, JSON.stringify(state))
    assert.equal(ended, isSlow ? 1 : 0)
  }
})

test('the bytes read from a body are released while more of it is awaited', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const pace = watchPace({ complete: false, readableLength: 0, socket: { bytesRead: 0, destroy() {} } })
  const pieces: WeakRef<object>[] = []
  for (let n = 0; n < 20; n++) {
    const piece = {}
    pieces.push(new WeakRef(piece))
    assert.equal(await pace.inPace(Promise.resolve(piece)), piece)
  }
  await nextTurn()
  collect()
  // The last ones may still stand in registers.
  assert.ok(pieces.filter((piece) => piece.deref()).length <= 3)
  pace.stop()
})
