import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Tag } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { deliveredFromNextJob } from './nextJob.ts'
import { dragInView, saved, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'riders' },
    {
      riders: {
        operation: 'image2d',
        classes: ['rider', 'bicycle', 'car'].map((name, i) => ({
          name,
          color: `rgb(${230 - 80 * i}, 159, ${80 * i})`,
          geometries: ['rectangle'],
        })),
        relations: [
          { name: 'rides', from: ['rider'], to: ['bicycle'], max: 1 },
          { name: 'owns', from: ['rider'], to: ['bicycle', 'car'] },
        ],
      },
    },
  ))
})
after(() => stage?.clear())

const clickInView = async (page: Page, [x, y]: [number, number]) => {
  const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
  await page.mouse.click(view.x + x * view.width, view.y + y * view.height)
}

test('a rider is related to a bicycle by key and click, a deleted bicycle takes the relation along, undo brings it back', {
  skip,
}, async () => {
  const result = await deliveredFromNextJob(stage, tenant, 'riders', async (page) => {
    const draw = async (digit: string, from: [number, number], to: [number, number]) => {
      await page.keyboard.press('r')
      await page.keyboard.press(digit)
      await dragInView(page, from, to)
    }
    await draw('1', [0.1, 0.3], [0.2, 0.6])
    await draw('2', [0.4, 0.3], [0.5, 0.6])
    await draw('2', [0.55, 0.3], [0.65, 0.6])
    await draw('3', [0.7, 0.3], [0.8, 0.6])
    await page.keyboard.press('v')
    await clickInView(page, [0.15, 0.45])
    const list = page.getByRole('region', { name: 'Relations' })
    const related = (name: string) => list.getByRole('button', { name, exact: true })
    // Several relations fit: one is chosen by its digit.
    await page.keyboard.press('Shift+R')
    await page.getByText('Click the object to relate rider 1 to').waitFor()
    await clickInView(page, [0.45, 0.45])
    await page.getByText('Which relation?').waitFor()
    await page.keyboard.press('1')
    await related('rides to bicycle 1').waitFor()
    // One fits: it is taken at once, by the button too.
    await list.getByRole('button', { name: 'Relate to…' }).click()
    await clickInView(page, [0.75, 0.45])
    await related('owns to car 1').waitFor()
    // An object rides one bicycle: the second one takes the place of the first.
    await page.keyboard.press('Shift+R')
    await clickInView(page, [0.6, 0.45])
    await page.getByText('Which relation?').waitFor()
    await page.keyboard.press('1')
    await related('rides to bicycle 2').waitFor()
    assert.equal(await related('rides to bicycle 1').count(), 0)
    await page.getByText('“rides” of rider 1 is limited to 1: bicycle 1 was replaced.').first().waitFor()
    await page.getByText('Undo', { exact: true }).click()
    await related('rides to bicycle 1').waitFor()
    assert.equal(await related('rides to bicycle 2').count(), 0)
    await page.keyboard.press('Control+z')
    await related('rides to bicycle 2').click()
    await related('rides from rider 1').waitFor()
    await page.keyboard.press('Delete')
    await clickInView(page, [0.15, 0.45])
    await related('owns to car 1').waitFor()
    assert.equal(await related('rides to bicycle 2').count(), 0)
    await page.keyboard.press('Control+z')
    await clickInView(page, [0.15, 0.45])
    await related('rides to bicycle 2').waitFor()
    await list.getByRole('button', { name: 'Remove owns car 1' }).click()
    // Nothing fits, and Escape leaves all as it is.
    await clickInView(page, [0.75, 0.45])
    await page.keyboard.press('Shift+R')
    await clickInView(page, [0.45, 0.45])
    await page.getByText('The tag has no relation between car 1 and bicycle 1').first().waitFor()
    await page.keyboard.press('Shift+R')
    await page.keyboard.press('Escape')
    await page.getByText('Click the object to relate').waitFor({ state: 'detached' })
    await saved(page)
  })
  const records: { _id: string; label: string; relations: object[] }[] = result.data.annotations.rectangles
  const of = (label: string) => records.filter((record) => record.label === label)
  assert.deepEqual(of('rider')[0].relations, [{ name: 'rides', to: of('bicycle')[1]._id }])
  assert.ok(records.every(({ label, relations }) => label === 'rider' || relations.length === 0))
})

test('a manager declares a relation between two classes in the editor of tags', { skip }, async () => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  await visit(stage.service.baseUrl, `/projects/${tenant.projectId}/tags/riders`, manager, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'Add relation' }).click()
    const row = page.getByRole('group', { name: 'relation 3' })
    await row.getByLabel('From').first().click({ force: true })
    await page.getByRole('option', { name: 'car' }).click()
    await page.keyboard.press('Escape')
    await row.getByLabel('To', { exact: true }).first().click({ force: true })
    await page.getByRole('option', { name: 'bicycle' }).last().click()
    await page.keyboard.press('Escape')
    await row.getByLabel('Name').fill('carries')
    await page.getByRole('button', { name: 'Save' }).click()
    let tag = await stage.admin.get<Tag>(tenant.path('/tags/riders'))
    while (tag.relations?.length !== 3) tag = await stage.admin.get<Tag>(tenant.path('/tags/riders'))
    assert.deepEqual(tag.relations[2], { name: 'carries', from: ['car'], to: ['bicycle'] })
    assert.deepEqual(faults, [])
  })
})
