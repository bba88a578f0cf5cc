import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tag } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { deliveredFromNextJob } from './nextJob.ts'
import { dragInView, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  const attributes = [
    { name: 'kind', type: 'select', options: ['car', 'truck'], required: true, per: 'object' },
    { name: 'trailer', type: 'boolean', required: true, per: 'object' },
  ] as const
  const classes = [{ name: 'vehicle', color: 'rgb(230, 159, 0)', attributes: structuredClone(attributes) as never }]
  const [{ name, color }] = classes
  const [kind, trailer] = attributes
  const depending = { ...trailer, depends_on: { attribute: 'kind', values: ['truck'] } }
  const asked = [{ name, color, attributes: structuredClone([kind, depending]) as never }]
  ;({ stage, tenant } = await setSite(
    { name: 'vehicles' },
    { vehicles: { operation: 'image2d', classes }, trucks: { operation: 'image2d', classes: asked } },
  ))
})
after(() => stage?.clear())

test('a manager makes an attribute depend on another as soon as its class opens: each list of choices is seen', {
  skip,
}, async () => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const path = `/projects/${tenant.projectId}/tags/vehicles`
  await visit(stage.service.baseUrl, path, manager, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'attributes: vehicle' }).evaluate(async (button: HTMLElement) => {
      button.click()
      const field = () =>
        [...document.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent === 'Asked only if')
      while (!field()?.checkVisibility()) await new Promise(requestAnimationFrame)
      field()?.focus()
    })
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'kind', exact: true }).click()
    await page.getByRole('combobox', { name: 'kind is one of' }).press('ArrowDown')
    await page.getByRole('option', { name: 'truck', exact: true }).click()
    await page.getByRole('button', { name: 'Save tag' }).press('Enter')
    await page.waitForURL(/\/tags$/)
    assert.deepEqual(faults, [])
  })
  const { classes } = await stage.admin.get<Tag>(tenant.path('/tags/vehicles'))
  assert.deepEqual(
    classes[0].attributes?.map(({ depends_on }) => depends_on ?? null),
    [null, { attribute: 'kind', values: ['truck'] }],
  )
})

test('an attribute appears where the other has the value, is missing only there, and is delivered only there', {
  skip,
}, async () => {
  const result = await deliveredFromNextJob(stage, tenant, 'trucks', async (page) => {
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.6, 0.6])
    const fields = page.getByRole('region', { name: 'Attributes' })
    const choose = async (field: string, choice: string) => {
      await fields.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: choice }).click()
    }
    await fields.getByRole('combobox', { name: 'kind' }).waitFor()
    assert.equal(await fields.getByRole('combobox', { name: 'trailer' }).count(), 0)
    await choose('kind', 'truck')
    await choose('trailer', 'Yes')
    await choose('kind', 'car')
    await fields.getByRole('combobox', { name: 'trailer' }).waitFor({ state: 'detached' })
  })
  assert.deepEqual(result.data.annotations.rectangles[0].attributes, { kind: { value: 'car' } })
})
