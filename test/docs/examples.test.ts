import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDataCheck } from '../../src/formats/jobBody/data.ts'
import { checkJobBody, type JobBody } from '../../src/formats/jobBody/jobBody.ts'
import type { JobContext } from '../../src/formats/results/jobContext.ts'
import { parseSubmission } from '../../src/formats/results/submission.ts'
import { CAR, jobFor, PERSON, tagClass } from '../../src/formats/results/testJobs.ts'
import { ANNOTATION_TYPES, type AnnotationType } from '../../src/model/annotationType.ts'

/** The JSON blocks of a page, by the operation that their heading names. */
function examplesOf(page: string): Map<AnnotationType, unknown[]> {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  const blocks = (section: string) =>
    [...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => JSON.parse(json))
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')) as AnnotationType, blocks(section)]),
  )
}

function readJob(body: unknown, operation: AnnotationType): JobBody {
  const rules = { annotationTypeOf: () => operation, keptSensors: new Map(), checkUrl: () => null }
  const read = checkJobBody(body, rules, makeDataCheck(5000))
  assert.ok('input' in read, JSON.stringify(read))
  return read
}

const jobs = examplesOf('jobs.md')
const results = examplesOf('results.md')

for (const operation of ANNOTATION_TYPES) {
  test(`the job bodies that the handbook shows for ${operation} are taken without a warning`, () => {
    const bodies = jobs.get(operation) ?? []
    assert.ok(bodies.length > 0)
    for (const body of bodies) assert.deepEqual(readJob(body, operation).warnings, [])
  })

  test(`the results that the handbook shows for ${operation} are accepted`, () => {
    const bodies = results.get(operation) ?? []
    assert.ok(bodies.length > 0)
    for (const body of bodies as { data: unknown }[]) {
      const read = parseSubmission(contextOf(operation), body.data, { newId: newIds(), defaultSource: 'machine' })
      assert.ok('document' in read, JSON.stringify(read))
    }
  })
}

/** A job as the pages tell of one: the first job body of the operation, its frames and sensors. */
function contextOf(operation: AnnotationType): JobContext {
  const classes = [CAR, PERSON, tagClass('lane'), tagClass('pole')]
  const job = jobFor(operation, { tag: { classes } })
  const { input } = readJob(jobs.get(operation)![0], operation)
  if (input.kind === 'image' || input.kind === 'cloud') return job
  const [frame] = job.frames
  const sensorIds = new Set('sensors' in input ? input.sensors.map(({ id }) => id) : [])
  return {
    ...job,
    frames: input.frames.map(({ frameId }) => ({ ...frame, frameId, sensorIds })),
    sensors: 'sensors' in input ? input.sensors : [],
  }
}

function newIds(): () => string {
  let count = 0
  return () => `id-${++count}`
}
