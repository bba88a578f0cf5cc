import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { dragInView, opened, saved, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  const boxes = { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }] } as const
  ;({ stage, tenant } = await setSite({ name: 'street' }, { boxes: structuredClone(boxes) as never }))
})
after(() => stage?.clear())

test('a second window of the same person only shows the job, until it takes over the work with all unsaved edits', {
  skip,
}, async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page: first, faults }) => {
    await opened(first)
    await first.keyboard.press('r')
    await dragInView(first, [0.3, 0.3], [0.5, 0.5])
    await first.getByRole('option', { name: /car/ }).waitFor()
    await saved(first)

    const second = await first.context().newPage()
    await second.goto(first.url())
    await second.getByText('This job is open in another window.').waitFor()
    await second.getByRole('option', { name: /car/ }).waitFor()
    for (const name of ['Submit', 'Undo']) assert.equal(await second.getByRole('button', { name }).count(), 0)

    // What cannot be sent is kept on this computer, and found by the window that takes over.
    await first.route('**/operations', (route) => route.abort())
    await first.bringToFront()
    await dragInView(first, [0.6, 0.6], [0.7, 0.7])
    await first.locator('[data-save-state=offline]').waitFor()
    await second.bringToFront()
    await second.getByRole('button', { name: 'Continue here' }).click()
    await second.getByRole('button', { name: 'Submit' }).waitFor()
    await saved(second)
    assert.equal(await second.getByRole('option', { name: /car/ }).count(), 2)
    assert.equal((await open(ann, jobId)).document.tracks.length, 2)

    await first.getByText('This job is open in another window.').waitFor()
    await first.bringToFront()
    await first.keyboard.press('r')
    await dragInView(first, [0.1, 0.1], [0.2, 0.2])
    assert.equal(await first.getByRole('option', { name: /car/ }).count(), 2, 'nothing can be drawn here any more')
    await first.unroute('**/operations')

    // A window that is closed lets go.
    await second.close()
    await first.getByRole('button', { name: 'Continue here' }).click()
    await first.getByRole('button', { name: 'Submit' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
