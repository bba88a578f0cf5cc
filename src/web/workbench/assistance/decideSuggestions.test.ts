import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Desk } from '../../../../test/web/desk/desk.ts'
import { suggestionOf } from '../../../../test/web/desk/suggestionOf.ts'
import { dropSuggestions } from './decideSuggestions.ts'

test('undo restores dismissed suggestions at their places, all of a bulk at once, and the service records it', async () => {
  const told: string[] = []
  mock.method(globalThis, 'fetch', async (address: string) => {
    told.push(address.split('/').at(-1) ?? '')
    return Response.json({ data: {} })
  })
  const session = await new Desk().open()
  session.suggestions.setAll(['a', 'b', 'c'].map(suggestionOf))
  const ids = () => session.suggestions.all.map(({ id }) => id)
  // What the service answers says nothing here.
  const failed = () => {}
  dropSuggestions(session, session.suggestions.all.slice(0, 2), failed)
  assert.deepEqual(ids(), ['c'])
  session.undo()
  assert.deepEqual(ids(), ['a', 'b', 'c'])
  session.redo()
  assert.deepEqual(ids(), ['c'])
  while (told.length < 3) await new Promise(setImmediate)
  mock.restoreAll()
  assert.deepEqual(told, ['drop', 'reopen', 'drop'])
})
