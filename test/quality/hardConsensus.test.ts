import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import { queuedImage } from '../support/office.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

/** A polygon whose edges cross one another hundreds of thousands of times, as text of a result. */
function knot(count: number, turn: number): object {
  const at = (i: number) => {
    const angle = (i * 2.399963 + turn) % (2 * Math.PI)
    const far = 0.2 + 0.25 * ((i * 0.618034) % 1)
    return { x: 0.5 + far * Math.cos(angle), y: 0.5 + far * Math.sin(angle) }
  }
  const names = Array.from({ length: count }, (_, i) => `p${i + 1}`)
  return {
    label: 'object',
    points: Object.fromEntries(names.map((name, i) => [name, at(i)])),
    edges: Object.fromEntries(names.map((name, i) => [`e${i + 1}`, [name, names[(i + 1) % count]]])),
  }
}

/** Two keys submit an outline each, turned by so much; answers how much they agree once the job has come so far. */
async function agreementOf(turns: readonly number[], reached: 'completed' | 'in_review'): Promise<number> {
  const consensus = { annotators: 2, agreement: 0.9 }
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', { consensus }) })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  for (const turn of turns) {
    const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'own', scopes: ['annotate'] })
    const data = { annotations: { polygons: [knot(20_000, turn)] } }
    await tenant.api.with(key).post(tenant.path(`/jobs/${jobId}/result`), { data })
  }
  await tenant.reached(jobId, reached)
  const path = tenant.path(`/jobs/${jobId}/quality`)
  return (await tenant.api.get<{ consensus: { agreement: number } }>(path)).consensus.agreement
}

test('two results with outlines of 20,000 points that cross themselves are compared and decided', async () => {
  assert.equal(await agreementOf([0, 0], 'completed'), 1)
  assert.ok((await agreementOf([0, 1], 'in_review')) < 0.9)
})
