import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isAnnotationType } from '../../model/annotationType.ts'
import { resultSchemas } from './schemas.ts'

// The description of result documents lies beside the fixtures.
const fixtures = process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'
const path = join(fixtures, '../design/results.md')
const description = existsSync(path) ? path : null

test('every sample of the description is valid by its schema', (t) => {
  if (!description) return t.skip('no description of result documents here')
  const blocks = [...readFileSync(description, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text)
  const samples = blocks.map((text) => JSON.parse(text)).filter((sample) => isAnnotationType(sample.type))
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  for (const sample of samples) {
    const isValid = ajv.compile(resultSchemas[sample.type as keyof typeof resultSchemas])
    assert.ok(isValid(sample), `${sample.type}: ${JSON.stringify(isValid.errors)}`)
  }
  assert.deepEqual(new Set(samples.map((sample) => sample.type)), new Set(Object.keys(resultSchemas)))
})
