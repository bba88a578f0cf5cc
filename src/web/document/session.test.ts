import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { Desk, sameDocument, sameWork } from '../../../test/web/desk/desk.ts'
import { anyOperations, putBox, relate, setBox } from '../../../test/web/desk/operations.ts'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import { msg } from '../messages/message.ts'
import type { EditorSession } from './session.ts'

const HOUR_MS = 3_600_000

/** What does not fit is refused as a whole, as tools would never do it. */
function tryExecute(session: EditorSession, operations: readonly Edit[]): void {
  try {
    session.execute('edit.move', operations)
  } catch (error) {
    assert.ok(error instanceof EditError)
  }
}

test('all edits vanish once they are undone, and return once they are redone', async () => {
  const commands = fc.array(anyOperations(6), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(commands, commands, async (first, second) => {
      const desk = new Desk()
      const session = await desk.open()
      for (const operations of first) tryExecute(session, operations)
      await desk.clock.pass(5_000)
      for (const operations of second) tryExecute(session, operations)
      const done = encodeDocument(session.document)
      while (session.canUndo) session.undo()
      assert.ok(sameWork(session.document, emptyDocument('video2d', 6)))
      while (session.canRedo) session.redo()
      assert.equal(encodeDocument(session.document), done)
      await session.flush()
      assert.ok(sameDocument(desk.server.document, session.document), 'the server has something else')
    }),
    { numRuns: 60 },
  )
})

const RELATIONS = [{ name: 'rides', from: ['car'], to: ['car'] }]

test('no object is ever related to a deleted one, and undo restores both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOperations(6), { maxLength: 20 }), async (commands) => {
      const desk = new Desk()
      desk.relations = RELATIONS
      const session = await desk.open()
      const states = [session.document]
      for (const operations of commands) {
        const { document } = session
        tryExecute(session, operations)
        if (session.document !== document) states.push(session.document)
        const { tracks } = session.document
        for (const { relations = [] } of tracks.values()) assert.ok(relations.every(({ to }) => tracks.has(to)))
      }
      for (const state of states.toReversed()) {
        assert.ok(sameWork(session.document, state))
        session.undo()
      }
      while (session.canRedo) session.redo()
      assert.ok(sameWork(session.document, states.at(-1) ?? session.document))
      await session.flush()
      assert.ok(sameDocument(desk.server.document, session.document), 'the server has something else')
    }),
    { numRuns: 60 },
  )
})

test('deleting an object takes away the relations to it, in one step of undo', async () => {
  const desk = new Desk()
  desk.relations = RELATIONS
  const session = await desk.open()
  session.execute('edit.paste', [putBox('rider'), putBox('bicycle'), relate('rider', 'bicycle')])
  session.execute('edit.delete', [{ type: 'removeTrack', trackId: 'bicycle' }])
  assert.equal(session.document.tracks.get('rider')?.relations, undefined)
  session.undo()
  assert.deepEqual(session.document.tracks.get('rider')?.relations, [{ name: 'rides', to: 'bicycle' }])
})

test('a command that does not fit does nothing at all', async () => {
  const session = await new Desk().open()
  const before = session.document
  assert.throws(() => session.execute('edit.move', [putBox('a'), setBox('missing', 1, 2)]), EditError)
  assert.equal(session.document, before)
  assert.equal(session.canUndo, false)
})

test('a locked object refuses edits with a notice, but undo works on it', async () => {
  const session = await new Desk().open()
  session.execute('edit.move', [putBox('a')])
  session.setLocked(['a'])
  const before = session.document
  assert.equal(session.execute('edit.move', [setBox('a', 1, 2)]), false)
  assert.equal(session.document, before)
  assert.match(JSON.stringify(session.notices.notices[0].message), /object\.isLocked/)
  session.undo()
  assert.equal(session.document.tracks.size, 0)
})

test('commands of one second travel in one batch', async () => {
  const desk = new Desk()
  const session = await desk.open()
  session.execute('edit.move', [putBox('a')])
  session.execute('edit.move', [putBox('b')])
  assert.equal(session.saveState.kind, 'saving')
  await desk.clock.pass(999)
  assert.equal(desk.server.batches.length, 0)
  await desk.clock.pass(1)
  assert.deepEqual([desk.server.batches.length, session.saveState.kind, session.version], [1, 'saved', 2])
})

test('a command larger than the server takes at once arrives in parts', async () => {
  const desk = new Desk()
  const session = await desk.open()
  session.execute(
    'edit.paste',
    Array.from({ length: 4_500 }, (_, i) => putBox(`t${i}`)),
  )
  await session.flush()
  assert.ok(desk.server.batches.every(({ operations }) => operations.length <= 2_000))
  assert.ok(sameDocument(desk.server.document, session.document))
})

test('an hour without network loses nothing', async () => {
  const desk = new Desk()
  const session = await desk.open()
  session.execute('edit.move', [putBox('a')])
  await desk.clock.pass(2_000)
  desk.server.isOnline = false
  for (let minute = 0; minute < 60; minute++) {
    session.execute('edit.move', [setBox('a', minute % 6, minute % 9)])
    await desk.clock.pass(HOUR_MS / 60)
  }
  assert.equal(session.saveState.kind, 'offline')
  desk.server.isOnline = true
  await desk.clock.pass(60_000)
  assert.equal(session.saveState.kind, 'saved')
  assert.ok(sameDocument(desk.server.document, session.document))
})

test('a page that dies at any point restores everything that was kept', async () => {
  const step = fc.oneof(
    anyOperations(6).map((operations) => ({ kind: 'edit' as const, operations })),
    fc.constantFrom('undo', 'second', 'offline', 'online', 'lose answer', 'crash').map((kind) => ({ kind })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const desk = new Desk()
      let session = await desk.open()
      for (const action of steps) {
        if (action.kind === 'edit' && 'operations' in action) tryExecute(session, action.operations)
        else if (action.kind === 'undo') session.undo()
        else if (action.kind === 'second') await desk.clock.pass(1_000)
        else if (action.kind === 'offline') desk.server.isOnline = false
        else if (action.kind === 'online') desk.server.isOnline = true
        else if (action.kind === 'lose answer') desk.server.loseAnswer = true
        else session = await crashed(desk, session)
      }
      desk.server.isOnline = true
      await session.flush()
      await desk.clock.pass(120_000)
      assert.equal(session.saveState.kind, 'saved')
      assert.ok(sameDocument(desk.server.document, session.document), 'the server has something else')
      assert.equal(desk.server.drafts.length, 0)
    }),
    { numRuns: 150 },
  )
})

/** Opens the job again, as after a crash: what was on the screen has to be there again. */
async function crashed(desk: Desk, session: EditorSession): Promise<EditorSession> {
  const shown = encodeDocument(session.document)
  // What a store took a moment to write is written; only then does the page die.
  await desk.clock.pass(0)
  session.dispose()
  const wasOnline = desk.server.isOnline
  // A job cannot be opened without the server.
  desk.server.isOnline = true
  desk.server.loseAnswer = false
  const opened = await desk.open()
  desk.server.isOnline = wasOnline
  assert.equal(encodeDocument(opened.document), shown)
  return opened
}

test('at most the last command is lost when the page dies before it was kept', async () => {
  const desk = new Desk()
  const session = await desk.open()
  session.execute('edit.move', [putBox('a')])
  await desk.clock.pass(0)
  desk.store.append = () => new Promise(() => undefined)
  session.execute('edit.move', [putBox('b')])
  session.dispose()
  const opened = await desk.open()
  assert.deepEqual([...opened.document.tracks.keys()], ['a'])
})

test('a conflict is reported, and the work becomes a draft rather than going over the other one', async () => {
  const desk = new Desk()
  const session = await desk.open()
  desk.server.changeElsewhere(applyEdits(desk.server.document, [putBox('theirs')]))
  session.execute('edit.move', [putBox('mine')])
  await desk.clock.pass(2_000)
  assert.deepEqual([session.saveState.kind, session.readOnly], ['conflict', true])
  assert.deepEqual([...desk.server.document.tracks.keys()], ['theirs'])
  assert.deepEqual(
    desk.server.drafts.map(({ reason, operations }) => [reason, operations.length]),
    [['conflict', 1]],
  )
  assert.equal(session.execute('edit.move', [putBox('late')]), false)
})

test('work that is found after another took the job is kept as a draft, offline too', async () => {
  const desk = new Desk()
  const session = await desk.open()
  desk.server.isOnline = false
  session.execute('edit.move', [putBox('a')])
  session.execute('edit.move', [putBox('b')])
  await desk.clock.pass(HOUR_MS)
  desk.server.lease = 'lost'
  desk.server.isOnline = true
  await desk.clock.pass(60_000)
  assert.equal(session.saveState.kind, 'lease_lost')
  assert.deepEqual(session.saveState.detail, msg('save.heldBy', { name: 'Ada' }))
  assert.deepEqual(
    desk.server.drafts.flatMap(({ operations }) => operations).map((edit) => edit.type === 'putTrack' && edit.track.id),
    ['a', 'b'],
  )
  assert.equal(session.pendingCount, 0)
})

test('work found at opening that no longer fits becomes a draft, and the page says so', async () => {
  const desk = new Desk()
  const session = await desk.open()
  desk.server.isOnline = false
  session.execute('edit.move', [putBox('mine')])
  await desk.clock.pass(0)
  session.dispose()
  desk.server.isOnline = true
  desk.server.changeElsewhere(applyEdits(desk.server.document, [putBox('theirs')]))
  const opened = await desk.open()
  assert.deepEqual([...opened.document.tracks.keys()], ['theirs'])
  assert.deepEqual(opened.notice, msg('lost.foundHint'))
  assert.equal(desk.server.drafts.length, 1)
  assert.equal((await desk.open()).notice, null)
})

test('a view that is read-only executes nothing', async () => {
  const desk = new Desk()
  desk.access = 'read'
  const session = await desk.open()
  assert.equal(session.execute('edit.move', [putBox('a')]), false)
  session.undo()
  assert.deepEqual([session.document.tracks.size, session.pendingCount, session.canUndo], [0, 0, false])
})

test('deleted objects are not selected any more', async () => {
  const session = await new Desk().open()
  session.execute('edit.move', [putBox('a'), putBox('b')])
  session.select(['a', 'b', 'missing'])
  session.execute('edit.move', [{ type: 'removeTrack', trackId: 'a' }])
  assert.deepEqual([...session.selection], ['b'])
})

test('objects that undo or redo restores are selected as before', async () => {
  const session = await new Desk().open()
  const selected = () => [...session.selection]
  for (const id of ['a', 'b']) {
    session.execute('edit.move', [putBox(id)])
    session.selectDrawn(id)
  }
  session.execute('edit.move', [{ type: 'removeTrack', trackId: 'b' }])
  session.undo()
  assert.deepEqual(selected(), ['b'])
  session.undo()
  session.undo()
  assert.deepEqual(selected(), [])
  session.redo()
  assert.deepEqual(selected(), ['a'])
  session.redo()
  assert.deepEqual(selected(), ['b'])
  session.redo()
  assert.deepEqual(selected(), [])
  session.undo()
  session.undo()
  session.select(['a'])
  session.redo()
  assert.deepEqual(selected(), ['b'], 'what it brings back, not what was looked at in between')
})

test('steps of one run are one step of undo, unless another edit is made between them', async () => {
  const session = await new Desk().open()
  const run = {}
  session.execute('edit.move', [putBox('a')])
  session.execute('edit.move', [putBox('b')], run)
  session.execute('edit.move', [putBox('c')], run)
  const names = () => [...session.document.tracks.keys()]
  session.undo()
  assert.deepEqual(names(), ['a'])
  session.redo()
  assert.deepEqual(names(), ['a', 'b', 'c'])
  session.execute('edit.move', [putBox('d')])
  session.execute('edit.move', [putBox('e')], run)
  session.undo()
  assert.deepEqual(names(), ['a', 'b', 'c', 'd'])
  session.undo()
  assert.deepEqual(names(), ['a', 'b', 'c'])
})

test('a text that is typed letter by letter is one step of undo, and another visit to the field another one', async () => {
  const session = await new Desk().open()
  const type = (text: string, visit: object) => {
    for (let end = 1; end <= text.length; end++)
      session.execute('edit.attribute', [{ type: 'setJobAttribute', name: 'note', value: text.slice(0, end) }], visit)
  }
  const note = () => session.document.jobAttributes.get('note')
  type('bridge', {})
  type('bridges', {})
  assert.equal(note(), 'bridges')
  session.undo()
  assert.equal(note(), 'bridge')
  session.undo()
  assert.equal(note(), undefined)
  session.redo()
  assert.equal(note(), 'bridge')
})
