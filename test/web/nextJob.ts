import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { opened, saved, visit } from './site.ts'

/** A new annotator takes an image job by the button Next job, works on it and submits it; answers what is delivered. */
export async function deliveredFromNextJob(
  stage: Stage,
  tenant: Tenant,
  tag: string,
  work: (page: Page) => Promise<void>,
) {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag, data: { image_url } })
  await tenant.reached(jobId, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await visit(stage.service.baseUrl, '/queue', ann, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'Next job' }).press('Enter')
    await opened(page)
    await work(page)
    await saved(page)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).press('Enter')
    await tenant.reached(jobId, 'completed')
    assert.deepEqual(faults, [])
  })
  const { result } = await tenant.reached(jobId, 'completed')
  return (await fetch(result ?? '')).json()
}
