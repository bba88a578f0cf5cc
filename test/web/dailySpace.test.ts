import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import { lidarJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet, type Street, type StreetTruth } from '../../src/demo/street/street.ts'
import { rotate } from '../../src/geometry/quaternion.ts'
import { add, norm, subtract } from '../../src/geometry/vec3.ts'
import { GUTTER_PX, MAX_FRAME_PX, ROW_PX, RULER_PX } from '../../src/web/timeline/layout.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { FusionPage } from './fusionPage.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
const ATTRIBUTES = [
  { name: 'occlusion', type: 'select', options: ['none', 'partly'], required: true, per: 'object' },
  { name: 'moving', type: 'boolean', required: true, per: 'object' },
  { name: 'colour', type: 'select', options: ['red', 'other'], per: 'object' },
  { name: 'note', type: 'text', per: 'object' },
  { name: 'lights', type: 'select', options: ['off', 'on'], per: 'frame' },
] as const
let stage: Stage
let tenant: Tenant
let ann: Person
let street: Street
let cars: StreetTruth[]

before(async () => {
  if (skip) return
  const tag = streetTag('cuboid3d')
  const classes = tag.classes.map((one) => ({ ...one, attributes: structuredClone(ATTRIBUTES) }))
  const cuboids = { ...tag, classes } as never as TagBody
  ;({ stage, tenant } = await setSite({ name: 'daily', base: 'SENSOR_FUSION' }, { cuboids }))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  street = makeStreet({ seed: 4, frames: 4, beams: 64, azimuthStepDeg: 0.25 })
  cars = street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => norm(a.cuboid.position) - norm(b.cuboid.position))
})
after(() => stage?.clear())

/** Opens the drive in the workbench, seen from above around the first car. */
async function inDrive(use: (scene: FusionPage) => Promise<void>): Promise<void> {
  const job = lidarJob(street, { referenceId: randomUUID(), tag: 'cuboids', baseUrl: `${stage.files.baseUrl}/street/` })
  for (const file of job.files)
    if (file.kind === 'pcd') stage.files.put(`/street/${file.path}`, Buffer.from(file.bytes()))
  const jobId = await tenant.submit(job.body)
  await tenant.reached(jobId, 'queued')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    const scene = await FusionPage.of(page, ann, jobId)
    await scene.showAllFromAbove()
    await scene.zoomAt(cars[0].cuboid.position, 300)
    await use(scene)
    assert.deepEqual(faults, [])
  })
}

const objects = (page: Page) => page.getByRole('listbox').getByRole('option')

async function draw(scene: FusionPage, { cuboid }: StreetTruth): Promise<void> {
  const { position, heading, dimensions } = cuboid
  const half = rotate(heading, { x: dimensions.length / 2, y: 0, z: 0 })
  await scene.drag(await scene.mainPlace(subtract(position, half)), await scene.mainPlace(add(position, half)))
}

test('around the 3D views: digits, attributes by keys, notices, and the room of panel and timeline', { skip }, (t) =>
  inDrive(async (scene) => {
    const { page } = scene
    const car = objects(page).filter({ hasText: 'car 1' })
    const classes = page.getByRole('region', { name: 'Classes' })
    await t.test(
      'the digit for the next object’s class leaves the one just drawn; another key changes it',
      async () => {
        await page.keyboard.press('1')
        await page.keyboard.press('b')
        await draw(scene, cars[0])
        await car.waitFor()
        await page.keyboard.press('3')
        await classes.getByRole('button', { name: /van/, pressed: true }).waitFor()
        await car.waitFor()
        await page.keyboard.press('Shift+3')
        await page.getByText('The selected object is now “van”.').waitFor()
        await objects(page).filter({ hasText: 'van 1' }).waitFor()
        // A notice lies over no view and swallows no drag.
        const notice = (await page.locator('.notice-text').boundingBox())!
        const main = (await page.locator('[data-view=main]').boundingBox())!
        assert.ok(notice.y + notice.height <= main.y)
        await page.keyboard.press('Control+z')
        await car.and(page.locator('[aria-selected=true]')).waitFor()
      },
    )

    await t.test('an attribute is chosen and keys act at once; the panel ends above the timeline', async () => {
      await page.keyboard.press('F2')
      await page.getByRole('combobox', { name: 'occlusion' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('2')
      await page.getByRole('combobox', { name: 'colour' }).click()
      await page.getByRole('option', { name: /red$/ }).click()
      await page.keyboard.press('e')
      await page.getByRole('button', { name: /^Select and orbit/, pressed: true }).waitFor()

      const panel = page.getByRole('complementary', { name: 'Job' })
      const timeline = (await page.getByRole('region', { name: 'Timeline' }).boundingBox())!
      for (const section of await panel.locator('.sidebar-panel > *').all()) {
        const box = (await section.boundingBox())!
        const name = await section.getAttribute('aria-label')
        assert.ok(box.y + box.height <= timeline.y + 1, `${name} ends in the timeline`)
      }
      const propagate = panel.getByRole('button', { name: 'Propagate ▸' })
      await propagate.scrollIntoViewIfNeeded()
      const button = (await propagate.boundingBox())!
      assert.ok(button.y + button.height <= timeline.y)
      await propagate.click()
      await page.getByText(/Propagated/).waitFor()
      await page.keyboard.press('Control+z')
    })

    await t.test('where an object is and what its attributes become is shown', async () => {
      await car.getByText('0–3').waitFor()
      // Three classes stay in sight beside attributes and numbers.
      const { y, height } = (await classes.boundingBox())!
      const rows = await classes
        .locator('.panel-row')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
      const seen = rows.filter((bottom) => bottom <= y + height + 1).length
      assert.ok(seen >= Math.min(3, rows.length), `${rows} in ${y + height}`)

      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+Delete')
      await car.getByText('0, 2–3').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('combobox', { name: 'lights' }).click()
      await page.getByRole('option', { name: /on$/ }).click()
      const drawn = (await page.getByLabel('Objects over time').locator('canvas').boundingBox())!
      await page.mouse.move(drawn.x + GUTTER_PX + 2.5 * MAX_FRAME_PX, drawn.y + RULER_PX + ROW_PX / 2)
      await page.waitForFunction(() =>
        /^Frame 2: .*lights: on$/.test(document.querySelector('.timeline canvas')?.getAttribute('title') ?? ''),
      )
    })

    await t.test('panel and timeline keep the room that one gives them', async () => {
      await classes.getByRole('button', { name: 'Classes' }).click()
      const sizes = async () => {
        const panel = (await page.getByRole('complementary', { name: 'Job' }).boundingBox())!
        const timeline = (await page.getByRole('region', { name: 'Timeline' }).boundingBox())!
        return [Math.round(panel.width), Math.round(timeline.height)]
      }
      const [width, high] = await sizes()
      const panelEdge = page.getByRole('separator', { name: 'Width of the panel' })
      const edge = (await panelEdge.boundingBox())!
      await page.mouse.move(edge.x + 4, edge.y + 300)
      await page.mouse.down()
      await page.mouse.move(edge.x - 60, edge.y + 300, { steps: 2 })
      await page.mouse.up()
      const timelineEdge = page.getByRole('separator', { name: 'Height of the timeline' })
      await timelineEdge.press('ArrowUp')
      await timelineEdge.press('ArrowUp')
      const wanted = [width + 64, high + 32]
      const pulled = await sizes()
      assert.ok(
        pulled.every((px, i) => Math.abs(px - wanted[i]) <= 2),
        `${pulled}, not ${wanted}`,
      )
      await page.reload()
      await opened(page)
      await timelineEdge.waitFor()
      assert.deepEqual(await sizes(), pulled)
      assert.equal(await classes.locator('.panel-row').count(), 0)
      await timelineEdge.dblclick()
      await panelEdge.dblclick()
      assert.deepEqual(await sizes(), [width, high])
    })
  }),
)
