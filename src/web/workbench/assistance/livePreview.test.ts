import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import { LivePreview } from './livePreview.ts'

interface Asked {
  question: number
  signal: AbortSignal
  answer(): void
  fail(): void
}

const made = (question: number): OpenSuggestion => ({
  id: String(question),
  assistant: 'a',
  verb: 'segment',
  score: null,
  classId: '',
  label: '',
  tracks: [],
  labels: null,
  frame: 0,
  editsOf: () => [],
})

/** A preview of which each question waits for its answer, with what it was asked and what it shows. */
function opened() {
  const asked: Asked[] = []
  const shown: string[] = []
  const find = (question: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<OpenSuggestion[]>()
    signal.addEventListener('abort', () => reject(new Error('aborted')))
    asked.push({ question, signal, answer: () => resolve([made(question)]), fail: () => reject(new Error('down')) })
    return promise
  }
  const preview = new LivePreview(find, (found) => shown.push(found.map(({ id }) => id).join()))
  return { preview, asked, shown, questions: () => asked.map(({ question }) => question) }
}

/** Time goes on, and what was promised in it is done. */
async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms)
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test('a move asks at once; while it is answered the newest place waits, and a rest gives the older question up', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 1000
  const clock = mock.method(performance, 'now', () => nowMs)
  const at = async (ms: number) => {
    nowMs += ms
    await pass(ms)
  }
  try {
    const { preview, asked, shown, questions } = opened()
    preview.look(1)
    assert.deepEqual(questions(), [1])
    await at(50)
    preview.look(2)
    await at(50)
    preview.look(3)
    assert.deepEqual(questions(), [1], 'one question at a time')
    await at(99)
    assert.equal(asked[0].signal.aborted, false)
    await at(1)
    assert.deepEqual(questions(), [1, 3], 'the newest after a rest')
    assert.equal(asked[0].signal.aborted, true)
    asked[1].answer()
    await at(0)
    assert.deepEqual(shown, ['3'])

    await at(500)
    preview.look(4)
    asked[2].fail()
    await at(0)
    preview.look(5)
    await at(1000)
    assert.deepEqual(questions(), [1, 3, 4], 'quiet after a failure')
    await at(2000)
    assert.deepEqual(questions(), [1, 3, 4, 5])
    preview.stop()
    assert.equal(asked[3].signal.aborted, true)
    assert.deepEqual(shown, ['3', ''])
  } finally {
    clock.mock.restore()
    mock.timers.reset()
  }
})

test('while the pointer moves, each answer is followed by a request about the newest place', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 1000
  const clock = mock.method(performance, 'now', () => nowMs)
  try {
    const { preview, asked, shown, questions } = opened()
    for (let move = 0; move < 30; move++) {
      preview.look(move)
      nowMs += 20
      if (move % 5 === 4) asked.at(-1)?.answer()
      await pass(20)
    }
    assert.deepEqual(questions(), [0, 9, 19, 29])
    assert.deepEqual(shown, ['0', '9', '19'])
  } finally {
    clock.mock.restore()
    mock.timers.reset()
  }
})
