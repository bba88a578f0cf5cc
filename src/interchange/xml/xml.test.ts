import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'
import { readXml, type XmlElement } from './readXml.ts'
import { element, isXmlText, textElement, xmlSafe } from './writeXml.ts'

/** An archive of one file, in pieces of `step` bytes. */
function archiveOf(content: string | Uint8Array, step = 7): SentArchive {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    names: ['a.xml'],
    has: () => true,
    read: async () => bytes,
    readText: async () => new TextDecoder().decode(bytes),
    async *open() {
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
    },
  }
}

async function all(content: string | Uint8Array): Promise<XmlElement[]> {
  const found: XmlElement[] = []
  for await (const one of readXml(archiveOf(content), 'a.xml', { root: 'root', elements: ['item'] })) found.push(one)
  return found
}

test('any text that XML can carry comes back as it was, in attributes and between tags', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (given) => {
      const text = xmlSafe(given)
      assert.ok(isXmlText(text))
      const [item] = await all(element('root', {}, [textElement('item', text, { name: text })]))
      assert.equal(item.attributes.get('name'), text)
      assert.equal(item.text, text)
    }),
    { numRuns: 200 },
  )
})

test('an invalid file is refused with its line', async () => {
  const refused: [string | Uint8Array, string, number][] = [
    ['<other/>', 'NOT_THIS_FORMAT', 1],
    ['<root>\n<item>', 'ENCODING', 2],
    ['<root>\n<item></root>', 'ENCODING', 2],
    ['not XML', 'ENCODING', 1],
    ['', 'ENCODING', 1],
    ['<root>\n<item>&bomb;</item></root>', 'ENCODING', 2],
    ['<?xml version="1.0"?>\n<!DOCTYPE root [<!ENTITY bomb "x">]>\n<root/>', 'NOT_ALLOWED', 2],
    [Uint8Array.of(...new TextEncoder().encode('<root>\n<item>'), 0xe4), 'ENCODING', 2],
    [`<root>${'<item>'.repeat(100)}`, 'ARCHIVE_TOO_LARGE', 1],
  ]
  for (const [content, type, line] of refused) {
    await assert.rejects(all(content), (error) => {
      assert.ok(error instanceof ImportError)
      assert.deepEqual(error.failure, { file: 'a.xml', line, type }, String(content))
      return true
    })
  }
})
