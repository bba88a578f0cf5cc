import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NAME_PATTERN, visibleLines, visibleText } from './visibleText.ts'

/** Colours, a cleared screen, a new title, overwritten lines, text turned around, the end of a line in disguise. */
const STEERING = [
  '\u001b[2J',
  '\u009b31m',
  '\u001b]0;x\u0007',
  'a\rb',
  '\b\b',
  '\u202egnp.exe',
  '\u2066x',
  'a\u2028b',
  '\u0000',
]

test('characters that control a terminal are written as their numbers, and nothing else changes', () => {
  for (const text of STEERING)
    assert.doesNotMatch(visibleText(text), /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u)
  assert.equal(visibleText('\u001b[2Jx'), '\\u001b[2Jx')
  for (const text of ['plain', 'Straße 東京 🙂', 'é', 'a\u200db', '–']) assert.equal(visibleText(text), text)
  assert.equal(visibleText('two\nlines'), 'two\\u000alines')
  assert.equal(visibleLines('two\n\tlines\r'), 'two\n\tlines\\u000d')
})

test('JSON stays the same when it is printed so', () => {
  for (const text of STEERING) assert.deepEqual(JSON.parse(visibleLines(JSON.stringify([text]))), [text])
})

test('names hold none of it', () => {
  const pattern = new RegExp(NAME_PATTERN, 'u')
  for (const text of STEERING) assert.doesNotMatch(text, pattern)
  for (const text of ['Drive 7', 'Straße 東京 🙂', '']) assert.match(text, pattern)
})
