import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionBefore, withMention } from './mentions.ts'

test('a name is looked for behind an @ that begins a word, up to the caret', () => {
  assert.deepEqual(mentionBefore('Is it, @an', 10), { start: 7, query: 'an' })
  assert.deepEqual(mentionBefore('@Ana Mar', 8), { start: 0, query: 'Ana Mar' })
  assert.deepEqual(mentionBefore('@', 1), { start: 0, query: '' })
  assert.deepEqual(mentionBefore('@an is it', 3), { start: 0, query: 'an' })
  for (const text of ['mail me at ann@example', 'no one', 'a line @an\nthe next', '@ an']) {
    assert.equal(mentionBefore(text, text.length), null, text)
  }
})

test('the person who is chosen takes the place of what was typed, and the caret stands behind', () => {
  const typed = mentionBefore('Is it, @an then?', 10)
  assert.ok(typed)
  assert.deepEqual(withMention('Is it, @an then?', 10, typed, 'Ana López'), {
    text: 'Is it, @Ana López then?',
    caret: 18,
  })
})
