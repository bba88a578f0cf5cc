import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ShownAssistant } from '../../src/client/types/assistants.ts'
import { Model } from '../assistants/model.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { goTo, LAPTOP, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let admin: Person
let manager: Person
let model: Model

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ name: 'street' }, { boxes: tagOf('image2d') }))
  admin = await Person.join(stage.admin, 'admin', [])
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  model = await Model.start({})
})
after(async () => {
  await model?.stop()
  await stage?.clear()
})

const place = () => `/projects/${tenant.projectId}/assistants`
const shown = async () =>
  (await stage.admin.get<{ assistants: ShownAssistant[] }>(tenant.path('/assistants'))).assistants

test('an admin adds an assistant, edits it without giving its secrets again, tests and removes it', { skip }, () =>
  visit(stage.service.baseUrl, place(), admin, async ({ page, faults }) => {
    await page.getByText('No assistants yet').waitFor()
    await page.getByRole('button', { name: 'Add assistant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('boxer')
    await dialog.getByLabel(/^URL/).fill(model.url)
    await dialog.getByRole('textbox', { name: 'Header name' }).fill('x-model-key')
    await dialog.getByLabel('Value of x-model-key', { exact: true }).fill('open-sesame')
    assert.deepEqual(await seriousViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const secret = await dialog.getByRole('textbox', { name: 'Signing secret' }).inputValue()
    assert.match(secret, /^whsec_/)
    await page.keyboard.press('Escape')
    assert.ok(await dialog.isVisible(), 'a secret that is shown once is not lost to a stray key')
    await dialog.getByRole('button', { name: 'I copied it' }).click()
    const row = page.getByRole('row', { name: /boxer/ })
    await row.getByText('Ready').waitFor()

    await row.getByRole('button', { name: 'Actions for boxer' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Timeout in seconds').fill('7')
    await dialog.getByLabel('Calls per day').fill('20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [kept] = await shown()
    assert.deepEqual([kept.timeout_seconds, kept.calls_per_day, kept.secret.last4], [7, 20, secret.slice(-4)])
    await row.getByText('0 of 20 today').waitFor()
    assert.equal(model.asked.at(-1)?.headers['x-model-key'], 'open-sesame')

    model.answers['/describe'] = () => ({ name: 'boxer', version: 2 })
    await row.getByRole('button', { name: 'Actions for boxer' }).click()
    await page.getByRole('menuitem', { name: 'Test' }).click()
    await row.getByText('Last call failed').waitFor()

    await row.getByRole('button', { name: 'Actions for boxer' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No assistants yet').waitFor()
    assert.deepEqual([await shown(), faults], [[], []])
  }),
)

test('a manager looks at assistants', { skip }, (t) =>
  visit(stage.service.baseUrl, '/projects', manager, async ({ page, faults }) => {
    await t.test('a manager sees how assistants do and where, and changes nothing', () => standing(page))
    await t.test('a manager evaluates an assistant: mAP and precision of what it suggested', () => evaluation(page))
    assert.deepEqual(faults, [])
  }),
)

async function standing(page: Page): Promise<void> {
  await stage.admin.put(tenant.path('/assistants/boxer'), { carrier: 'queue', verbs: ['predict'], version: '3' })
  await goTo(page, place())
  const row = page.getByRole('row', { name: /boxer/ })
  await row.getByText('Queue · Version 3').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const rows = page.locator('.assistant-rows')
  assert.ok(await rows.evaluate(({ clientWidth, scrollWidth }) => scrollWidth <= clientWidth), 'scrolls sideways')
  await page.setViewportSize(LAPTOP)
  assert.equal(await page.getByRole('button', { name: 'Add assistant' }).count(), 0)
  await row.getByRole('button', { name: 'Actions for boxer' }).click()
  await page.getByRole('menuitem', { name: 'Evaluate' }).waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Evaluate'])
  await page.getByRole('menuitem', { name: 'Evaluate' }).click()
  await page.getByRole('dialog').getByText('Nothing to evaluate yet').waitFor()
  assert.deepEqual(await seriousViolations(page), [])
}

async function evaluation(page: Page): Promise<void> {
  const box = (left: number) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.2, 0.6) })
  model.answers['/describe'] = () => ({ name: 'finder', version: '1', verbs: ['predict'] })
  model.answers['/predict'] = () => ({
    data: { annotations: { rectangles: [box(0.1), box(0.6)] } },
    scores: [0.9, 0.3],
  })
  await stage.admin.put(tenant.path('/assistants/finder'), { carrier: 'http', url: model.url })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const { run_id: runId } = await tenant.api.post<{ run_id: string }>(tenant.path(`/jobs/${jobId}/assist`), {
    assistant: 'finder',
    verb: 'predict',
    input: {},
  })
  const run = tenant.path(`/jobs/${jobId}/assist/${runId}`)
  await until(async () => (await tenant.api.get<{ status: string }>(run)).status === 'completed' || null)
  await tenant.submitResult(jobId, { annotations: { rectangles: [box(0.1)] } })
  await tenant.reached(jobId, 'completed')
  await page.goto(stage.service.baseUrl + place())
  await page.getByRole('button', { name: 'Actions for finder' }).click()
  await page.getByRole('menuitem', { name: 'Evaluate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('mAP 100%').waitFor()
  await dialog.getByRole('row', { name: /car 1 2 100%/ }).waitFor()
  await dialog.getByRole('figure', { name: 'Precision by recall' }).locator('svg').first().waitFor()
  assert.deepEqual(await seriousViolations(page), [])
}
