import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import { browserSkip } from '../browser.ts'
import { corners, pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let record: JobRecord

before(async () => {
  if (skip) return
  const classes = [
    { name: 'car', color: 'rgb(230, 159, 0)' },
    { name: 'pedestrian', color: 'rgb(86, 180, 233)' },
  ]
  ;({ stage, tenant } = await setSite({ name: 'street' }, { street: { operation: 'image2d', classes } }))
  const image_url = stage.files.put('/street.png', await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: 'street-1', tag: 'street', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  const box = (left: number) => ({ label: 'car', coordinates: corners(left, 0.2, left + 0.2, 0.5) })
  const data = { annotations: { rectangles: [box(0.1), box(0.5)] } }
  await stage.admin.post(tenant.path(`/jobs/${jobId}/result`), { data })
  record = await tenant.reached(jobId, 'completed')
})
after(() => stage?.clear())

test('a public link shows the work to anybody, names the colours, lets one download it, and nothing to change it with', {
  skip,
}, async () => {
  const { pathname, search } = new URL(record.viewer_url)
  await visit(stage.service.baseUrl, pathname + search, null, async ({ page, faults }) => {
    await opened(page)
    await page.getByRole('option', { name: /car/ }).first().click()
    assert.ok(await page.getByRole('combobox', { name: 'Class' }).isDisabled())
    for (const name of ['Submit', 'Undo', 'More actions'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    await page.getByRole('button', { name: 'About this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'About street-1' })
    await dialog.getByText(/read-only/).waitFor()
    const legend = dialog.getByRole('region', { name: 'Legend' }).getByRole('listitem')
    assert.deepEqual(await legend.allInnerTexts().then((rows) => rows.map((row) => row.split(/\s+/))), [['car', '2']])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download the result' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'result.json')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    // A link that is broken says so in words for someone who was sent it.
    await page.goto(`${stage.service.baseUrl}${pathname}?sig=wrong`)
    await page.getByRole('alert').getByText('This link is invalid or has expired').waitFor()
    await page.goto(`${stage.service.baseUrl}/sign-in`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    assert.notEqual(await page.title(), '')
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.deepEqual(faults, [])
  })
})

test('the result behind a link is for those with the link alone', async () => {
  if (skip) return
  const { search, pathname } = new URL(record.viewer_url)
  const at = (query: string) => fetch(`${stage.service.baseUrl}/api${pathname}/result${query}`, { redirect: 'manual' })
  assert.equal((await at(search)).status, 302)
  assert.equal((await at('?sig=wrong')).status, 404)
})

test('an address that leads nowhere is a page for people and a record for programs', async () => {
  if (skip) return
  const asPage = await fetch(`${stage.service.baseUrl}/nothing/here`, { headers: { accept: 'text/html' } })
  assert.deepEqual([asPage.status, asPage.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
  const asProgram = await fetch(`${stage.service.baseUrl}/v1/nothing`, { headers: { accept: 'text/html' } })
  assert.deepEqual([asProgram.status, (await asProgram.json()).success], [404, false])
})
