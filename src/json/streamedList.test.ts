import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { JsonTextError } from './jsonTextError.ts'
import { listEntries } from './streamedList.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

async function* pieces(text: string, size: number) {
  const bytes = encoder.encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function entriesOf(text: string, size = 7, most = 1000) {
  const found: { offset: number; value: unknown }[] = []
  for await (const entries of listEntries(pieces(text, size), most))
    for (const { offset, bytes, index } of entries) {
      assert.equal(index, found.length)
      found.push({ offset, value: JSON.parse(decoder.decode(bytes)) })
    }
  return found
}

test('a list in pieces of any size has the entries that a parser of the whole finds, at their places', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, '\t'),
      async (list, size, indent) => {
        const text = JSON.stringify(list, null, indent)
        const found = await entriesOf(text, size, 1e6)
        assert.deepEqual(
          found.map(({ value }) => value),
          JSON.parse(text),
        )
        const bytes = encoder.encode(text)
        for (const { offset, value } of found) {
          const rest = decoder.decode(bytes.subarray(offset))
          assert.ok(rest.startsWith(JSON.stringify(value, null, indent).slice(0, 1)))
        }
      },
    ),
  )
})

test('a list that is cut says after which entry, and what came before it is there', async () => {
  const text = JSON.stringify([{ a: 1 }, { b: [2, '}'] }, { c: '"' }])
  for (let cut = 0; cut < text.length; cut++) {
    const seen: number[] = []
    await assert.rejects(async () => {
      for await (const entries of listEntries(pieces(text.slice(0, cut), 3), 1000))
        seen.push(...entries.map(({ index }) => index))
    }, JsonTextError)
    assert.ok(seen.length <= 3)
  }
})

test('what is not a list of values is refused', async () => {
  const texts = ['', '{}', '"[]"', '[1,]', '[,1]', '[1 2]', '[1]]', '[1],', '[}', '[1}', 'null', '[]x']
  for (const text of texts) await assert.rejects(entriesOf(text), JsonTextError, text)
  assert.deepEqual(await entriesOf('\ufeff [ ] \n'), [])
  await assert.rejects(entriesOf(`["${'x'.repeat(2000)}"]`, 100), /entry 0 has more than 1000 bytes/)
})
