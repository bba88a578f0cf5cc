import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { dragInView, opened, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let ann: Person

before(async () => {
  if (skip) return
  const attributes = [{ name: 'parked', type: 'boolean', required: true, per: 'object' }]
  const classes = [
    { name: 'car', color: 'rgb(230, 159, 0)', attributes },
    { name: 'road', color: 'rgb(128, 64, 128)' },
    { name: 'tree', color: 'rgb(0, 158, 115)' },
  ]
  ;({ stage, tenant } = await setSite(
    { name: 'street' },
    { street: { operation: 'image2d', classes: structuredClone(classes) as never } },
  ))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage?.clear())

/** In one window: a job after the other, as on any day. */
test('an annotator draws in images', { skip }, (t) =>
  visit(stage.service.baseUrl, '/account', ann, async ({ page, faults }) => {
    await openJob(page)
    await t.test('after an attribute is chosen, class and tool keys act at once', () => attributeChosen(page))
    await t.test('the digit pressed for the next object’s class does not change the one just drawn', () => digits(page))
    await openJob(page)
    await t.test(
      'a refusal appears at the pointer, swallows no drag, and vanishes after three seconds but is kept',
      () => notices(page),
    )
    await t.test('the middle button and Space move the view, and the front object is the one that is clicked', () =>
      dragsOfTheView(page),
    )
    await t.test('marks of an object say whether it is locked and hidden, to the eye and read aloud', () => marks(page))
    assert.deepEqual(faults, [])
  }),
)

async function openJob(page: Page): Promise<void> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'street', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
}

const placeIn = async (page: Page, x: number, y: number): Promise<[number, number]> => {
  const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
  return [view.x + x * view.width, view.y + y * view.height]
}
const objects = (page: Page) => page.getByRole('listbox').getByRole('option')
const namesOf = async (page: Page) =>
  (await objects(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())

async function attributeChosen(page: Page): Promise<void> {
  await page.keyboard.press('1')
  await page.keyboard.press('r')
  await dragInView(page, [0.2, 0.3], [0.4, 0.5])
  const missing = objects(page).filter({ hasText: 'car 1' }).getByRole('img', { name: 'Required attribute missing' })
  await missing.waitFor()
  await page.getByRole('combobox', { name: 'parked' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await missing.waitFor({ state: 'detached' })
  await page.keyboard.press('2')
  await page.keyboard.press('p')
  await page.getByRole('button', { name: /^Polygon/, pressed: true }).waitFor()
  await page.getByRole('region', { name: 'Classes' }).getByRole('button', { name: /road/, pressed: true }).waitFor()
}

async function digits(page: Page): Promise<void> {
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await dragInView(page, [0.5, 0.3], [0.6, 0.5])
  await objects(page).filter({ hasText: 'road 1' }).waitFor()
  await page.keyboard.press('3')
  await dragInView(page, [0.7, 0.3], [0.8, 0.5])
  await objects(page).filter({ hasText: 'tree 1' }).waitFor()
  assert.deepEqual(await namesOf(page), ['car 1', 'road 1', 'tree 1'])
  // Nor does it change what was selected before the tool was taken up.
  await page.keyboard.press('v')
  await page.mouse.click(...(await placeIn(page, 0.55, 0.4)))
  await page.getByRole('option', { name: /road 1/, selected: true }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await dragInView(page, [0.2, 0.6], [0.4, 0.7])
  await objects(page).filter({ hasText: 'car 2' }).waitFor()
  const missing = { name: 'Required attribute missing' }
  await objects(page).filter({ hasText: 'car 2' }).getByRole('img', missing).waitFor()
  const names = async () => (await namesOf(page)).map((name) => name.slice(0, 6))
  assert.deepEqual(await names(), ['car 1', 'road 1', 'tree 1', 'car 2'])
  await page.getByRole('button', { name: 'Group by class' }).click()
  assert.deepEqual(await names(), ['car 1', 'car 2', 'road 1', 'tree 1'])
  await page.getByRole('button', { name: 'Group by class' }).click()
  await page.getByRole('option', { name: /tree 1/ }).click()
  // Changing a drawn object is a key for itself, and says so.
  await page.keyboard.press('Shift+2')
  await objects(page).filter({ hasText: 'road 2' }).waitFor()
}

async function notices(page: Page): Promise<void> {
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
  const pointer = { x: view.x + 240, y: view.y + 301 }
  await page.mouse.move(view.x + 200, view.y + 300)
  await page.mouse.down()
  await page.mouse.move(pointer.x, pointer.y)
  await page.mouse.up()
  const notice = page.getByRole('status').filter({ hasText: 'Too small to be drawn' })
  await notice.waitFor()
  const box = (await notice.boundingBox())!
  const away = [
    Math.max(box.x - pointer.x, pointer.x - box.x - box.width, 0),
    Math.max(box.y - pointer.y, pointer.y - box.y - box.height, 0),
  ]
  assert.ok(Math.hypot(...away) > 0 && Math.hypot(...away) <= 160, `the notice is beside the pointer: ${away}`)
  // While it is there, drawing goes on everywhere.
  for (const [i, x] of [0.1, 0.4, 0.7].entries()) {
    await dragInView(page, [x, 0.35], [x + 0.2, 0.6])
    await objects(page)
      .filter({ hasText: `road ${i + 1}` })
      .waitFor()
  }
  await notice.waitFor({ state: 'detached', timeout: 10_000 })
  await page.getByRole('button', { name: 'Recent notices' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Too small to be drawn' }).waitFor()
}

/** Two roads from the step before lie at 0.1 to 0.3 and 0.4 to 0.6, a third at 0.7 to 0.9. */
async function dragsOfTheView(page: Page): Promise<void> {
  await page.keyboard.press('v')
  await page.mouse.click(...(await placeIn(page, 0.05, 0.1)))
  const pulled = async (button: 'left' | 'middle', from: number, to: number) => {
    await page.mouse.move(...(await placeIn(page, from, 0.8)))
    await page.mouse.down({ button })
    await page.mouse.move(...(await placeIn(page, to, 0.8)), { steps: 3 })
    await page.mouse.up({ button })
  }
  await pulled('middle', 0.3, 0.35)
  await page.keyboard.down('Space')
  await pulled('left', 0.5, 0.55)
  await page.keyboard.up('Space')
  await page.mouse.click(...(await placeIn(page, 0.15, 0.45)))
  await page.getByRole('option', { selected: true }).waitFor({ state: 'detached' })
  await page.mouse.click(...(await placeIn(page, 0.3, 0.45)))
  await page.getByRole('option', { name: /road 1/, selected: true }).waitFor()
  await page.keyboard.press('Control+]')
  await page.waitForFunction(() =>
    document.querySelector('[role=listbox] [role=option]')?.textContent?.includes('road 2'),
  )
  await page.keyboard.press('0')
}

async function marks(page: Page): Promise<void> {
  const row = objects(page).filter({ hasText: 'road 1' })
  await row.click()
  const marked = (icon: string) => row.locator(`.lucide-${icon}`).waitFor({ state: 'attached' })
  await page.keyboard.press('Alt+L')
  await marked('lock')
  await page.keyboard.press('Delete')
  await page.getByText('road 1 is locked. Unlock it to edit it.').first().waitFor()
  await page.keyboard.press('Alt+L')
  await marked('lock-open')
  await page.keyboard.press('Alt+H')
  await marked('eye-off')
  await page.keyboard.press('Alt+Shift+H')
  await marked('eye')
  const mark = (name: string, pressed: boolean) => page.getByRole('button', { name, exact: true, pressed })
  await mark('Lock selection', false).press('Enter')
  await page.getByRole('option', { name: 'road 1 locked' }).waitFor()
  await mark('Lock selection', true).waitFor()
  await mark('Hide selection', false).press('Enter')
  await page.getByRole('option', { name: 'road 1 locked and hidden' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'locked and hidden' }).waitFor({ state: 'attached' })
  assert.deepEqual(await seriousViolations(page), [])
  await mark('Hide selection', true).press('Enter')
  await page.getByRole('option', { name: /road 1 locked$/ }).waitFor()
}
