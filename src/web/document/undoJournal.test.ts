import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, sameDocument, sameWork } from '../../../test/web/desk/desk.ts'
import { putBox, setBox } from '../../../test/web/desk/operations.ts'
import type { EditorSession } from './session.ts'
import { UndoJournal } from './undoJournal.ts'

/** The page goes, with or without what it still sends, and the job is opened again. */
async function reloaded(desk: Desk, session: EditorSession): Promise<EditorSession> {
  // Kept on the computer by then.
  await desk.clock.pass(0)
  desk.undo?.write(session)
  session.dispose()
  return desk.open()
}

const draw = (session: EditorSession, count: number) => {
  for (let i = 0; i < count; i++) session.execute('edit.drawBox', [putBox(`t${i}`, 0, i % 8)])
}

for (const isSaved of [true, false]) {
  test(`edits from before a reload are undone, ${isSaved ? 'saved' : 'unsaved'}`, async () => {
    const desk = new Desk()
    const first = await desk.open()
    const empty = first.document
    draw(first, 2)
    first.execute('edit.move', [setBox('t0', 1, 5)])
    if (isSaved) await desk.clock.pass(5_000)
    const drawn = first.document
    const second = await reloaded(desk, first)
    assert.ok(sameDocument(second.document, drawn))
    for (let i = 0; i < 3; i++) second.undo()
    assert.ok(sameWork(second.document, empty))
    assert.equal(second.canUndo, false)
    await desk.clock.pass(5_000)
    assert.ok(sameWork(desk.server.document, empty), 'the service hears of it')
  })
}

test('nothing from before a decision about suggestions is taken back after a reload: the decision was later', async () => {
  const desk = new Desk()
  const first = await desk.open()
  draw(first, 1)
  first.execute('edit.dropSuggestions', [], undefined, { redo() {}, undo() {} })
  first.execute('edit.drawBox', [putBox('later', 0)])
  const second = await reloaded(desk, first)
  second.undo()
  assert.deepEqual([...second.document.tracks.keys()], ['t0'])
  assert.equal(second.canUndo, false)
})

test('what arrived without an answer is taken back too', async () => {
  const desk = new Desk()
  const first = await desk.open()
  draw(first, 2)
  desk.server.loseAnswer = true
  await desk.clock.pass(1_000)
  assert.deepEqual([desk.server.version, first.pendingCount], [2, 2])
  const second = await reloaded(desk, first)
  assert.equal(second.document.tracks.size, 2)
  second.undo()
  second.undo()
  assert.equal(second.document.tracks.size, 0)
})

test('after another person has saved, nothing of before can be undone', async () => {
  const desk = new Desk()
  const first = await desk.open()
  draw(first, 1)
  await desk.clock.pass(5_000)
  desk.undo?.write(first)
  first.dispose()
  desk.server.changeElsewhere(desk.server.document)
  assert.equal((await desk.open()).canUndo, false)
})

test('the last hundred steps are kept, but fewer if they are huge', async () => {
  const desk = new Desk()
  const first = await desk.open()
  draw(first, 150)
  await first.flush()
  const second = await reloaded(desk, first)
  while (second.canUndo) second.undo()
  assert.equal(second.document.tracks.size, 50)
  const note = 'x'.repeat(900_000)
  for (const value of [note, 'b', note, 'd', note, 'f'])
    second.execute('edit.attribute', [{ type: 'setJobAttribute', name: 'note', value }])
  await second.flush()
  const third = await reloaded(desk, second)
  let steps = 0
  for (; third.canUndo; steps++) third.undo()
  assert.ok(steps > 0 && steps < 6, `${steps} steps`)
})

test('a page that ended without a word leaves no steps of the one before it', async () => {
  const desk = new Desk()
  const first = await desk.open()
  draw(first, 2)
  const second = await reloaded(desk, first)
  assert.equal(second.canUndo, true)
  second.dispose()
  assert.equal((await desk.open()).canUndo, false)
})

test('steps of the last three jobs are kept', () => {
  const texts = new Map<string, string>()
  const computer = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  const standing = { version: 1, pendingCount: 0 }
  const step = { label: 'edit.drawBox', done: [], undone: [], selected: new Set<string>() } as const
  for (const job of ['a', 'b', 'c', 'a', 'd']) {
    const journal = new UndoJournal(computer, job)
    journal.open(0, 1).push(step)
    journal.write(standing)
  }
  const canUndo = (job: string) => new UndoJournal(computer, job).open(0, 1).canUndo
  assert.deepEqual(['a', 'b', 'c', 'd'].map(canUndo), [true, false, true, true])
})
