import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { notingTag, plainTag } from './fields/field.ts'
import { READ_FIELDS } from './readFields.ts'
import { imageTarget, sentParts } from './sentParts.ts'

/** No field of a format is dropped in silence. */

for (const { format, isVideo, fields } of READ_FIELDS)
  for (const { name, becomes, files, has } of fields)
    test(`${format.format}: ${name}: ${becomes}`, async () => {
      const target = imageTarget(isVideo ? ['a', 'b'] : undefined)
      const plain = await sentParts(format, plainTag(isVideo), files, target)
      const said = JSON.stringify(plain.failures)
      const lost = plain.failures.filter((failure) => failure.lost !== undefined)
      const faults = plain.failures.length - lost.length
      if (becomes === 'refused') {
        assert.ok(plain.refused || faults > 0, said)
        return
      }
      assert.equal(plain.refused, null)
      assert.equal(faults, 0, said)
      assert.equal(lost.length > 0, becomes !== 'kept', said)
      assert.match(plain.text, /"label":"car"/)
      if (becomes === 'reported') return
      const noting = await sentParts(format, notingTag(isVideo), files, target)
      assert.deepEqual(noting.failures, [])
      assert.match(noting.text, has ?? /$^/)
      if (becomes === 'attribute') assert.doesNotMatch(plain.text, has ?? /$^/)
    })

test('the page about fields has these rows', async () => {
  const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'import-fields.md'), 'utf8')
  const missing = READ_FIELDS.flatMap(({ format, fields }) => {
    const section = page.split(`\n## \`${format.format}\``)[1]?.split('\n## ')[0] ?? ''
    return fields.map(({ name, becomes }) => `| ${name} | ${becomes} |`).filter((row) => !section.includes(row))
  })
  assert.deepEqual(missing, [])
})
