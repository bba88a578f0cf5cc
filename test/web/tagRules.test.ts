import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Tag, TagBody } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { dragInView, goTo, opened, saved, setSite, submitAnyway, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

const [KIND, TRAILER] = [
  { name: 'kind', type: 'select', options: ['car', 'truck'], required: true, per: 'object' },
  { name: 'trailer', type: 'boolean', required: true, per: 'object' },
] as const
const ASKED = { ...TRAILER, depends_on: { attribute: 'kind', values: ['truck'] } }
const vehicles = (attributes: readonly object[]) => ({
  operation: 'image2d' as const,
  classes: [{ name: 'vehicle', color: 'rgb(230, 159, 0)', attributes: structuredClone(attributes) as never }],
})

const RIDERS: TagBody = {
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
}

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'rules' },
    {
      riders: RIDERS,
      fleet: RIDERS,
      poses: {
        operation: 'image2d',
        classes: [{ name: 'person', color: 'rgb(230, 159, 0)', geometries: ['landmark'] }],
      },
      vehicles: vehicles([KIND, TRAILER]),
      trucks: vehicles([KIND, ASKED]),
    },
  ))
})
after(() => stage?.clear())

const tagIs = (name: string, isDone: (tag: Tag) => boolean) =>
  until(async () => {
    const tag = await stage.admin.get<Tag>(tenant.path(`/tags/${name}`))
    return isDone(tag) ? tag : null
  })
const tagPage = (name: string) => `/projects/${tenant.projectId}/tags/${name}`

test('a manager says in the editor of tags what holds for a class', { skip }, async (t) => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  await visit(stage.service.baseUrl, tagPage('fleet'), manager, async ({ page, faults }) => {
    await t.test('a manager declares a relation between two classes', () => declareRelation(page))
    await t.test('a manager gives a class the skeleton of a person, names a point and adds one', () =>
      giveSkeleton(page),
    )
    await t.test(
      'a manager makes an attribute depend on another as soon as its class opens: each list of choices is seen',
      () => dependOn(page),
    )
    assert.deepEqual(faults, [])
  })
})

async function declareRelation(page: Page): Promise<void> {
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
  const { relations } = await tagIs('fleet', (tag) => tag.relations?.length === 3)
  assert.deepEqual(relations?.[2], { name: 'carries', from: ['car'], to: ['bicycle'] })
}

async function giveSkeleton(page: Page): Promise<void> {
  await goTo(page, tagPage('poses'))
  await page.getByRole('button', { name: 'More: person' }).click()
  await page.getByRole('button', { name: /skeleton of a person/ }).click()
  await page.getByLabel('Name of key point 1', { exact: true }).fill('nose tip')
  const picture = page.getByRole('img', { name: 'Skeleton of person' })
  await picture.click({ position: { x: 20, y: 20 } })
  await page.getByLabel('Name of key point 18', { exact: true }).fill('hat')
  await page.getByRole('button', { name: 'Save' }).click()
  const { classes } = await tagIs('poses', (tag) => tag.classes[0].skeleton !== undefined)
  const { points, edges } = classes[0].skeleton ?? assert.fail('no skeleton')
  assert.deepEqual([points.length, points[0].name, points[17].name], [18, 'nose tip', 'hat'])
  assert.deepEqual(edges.at(-1), [17, 18])
}

async function dependOn(page: Page): Promise<void> {
  // Opening takes time as it does for most people.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(stage.service.baseUrl + tagPage('vehicles'))
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
  const { classes } = await tagIs('vehicles', () => true)
  assert.deepEqual(
    classes[0].attributes?.map(({ depends_on }) => depends_on ?? null),
    [null, { attribute: 'kind', values: ['truck'] }],
  )
}

test('an annotator works by these rules, and the result says so', { skip }, async (t) => {
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await visit(stage.service.baseUrl, '/queue', ann, async ({ page, faults }) => {
    await t.test(
      'a rider is related to a bicycle by key and click, a deleted bicycle takes the relation along, undo brings it back',
      async () => {
        const { data } = await delivered(page, ann, 'riders', relate)
        const records: { _id: string; label: string; relations: object[] }[] = data.annotations.rectangles
        const of = (label: string) => records.filter((record) => record.label === label)
        assert.deepEqual(of('rider')[0].relations, [{ name: 'rides', to: of('bicycle')[1]._id }])
        assert.ok(records.every(({ label, relations }) => label === 'rider' || relations.length === 0))
      },
    )
    await t.test(
      'a skeleton is placed by one drag, a point is marked as covered, another is left out, and the result records it',
      async () => {
        const { data } = await delivered(page, ann, 'poses', placeSkeleton)
        const points: { label: number; visible: boolean }[] = Object.values(data.annotations.landmarks[0].points)
        assert.equal(points.length, 17)
        assert.equal(
          points.some(({ label }) => label === 3),
          false,
        )
        assert.deepEqual(
          points.filter(({ visible }) => !visible).map(({ label }) => label),
          [2],
        )
      },
    )
    await t.test(
      'an attribute appears where the other has the value, is missing only there, and is delivered only there',
      async () => {
        const { data } = await delivered(page, ann, 'trucks', answerKinds)
        assert.deepEqual(data.annotations.rectangles[0].attributes, { kind: { value: 'car' } })
      },
    )
    assert.deepEqual(faults, [])
  })
})

/** The annotator works on a job of the tag and submits it; answers what is delivered. */
async function delivered(page: Page, ann: Person, tag: string, work: (page: Page) => Promise<void>) {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await queuedImage(stage, tenant, tag, { data: { image_url } })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  await work(page)
  await saved(page)
  await submitAnyway(page)
  const { result } = await tenant.reached(jobId, 'completed')
  return (await fetch(result ?? '')).json()
}

const clickInView = async (page: Page, [x, y]: [number, number]) => {
  const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
  await page.mouse.click(view.x + x * view.width, view.y + y * view.height)
}

async function relate(page: Page): Promise<void> {
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
}

async function placeSkeleton(page: Page): Promise<void> {
  await page.keyboard.press('n')
  await dragInView(page, [0.3, 0.3], [0.6, 0.8])
  await page.getByRole('option', { name: /person/ }).waitFor()
  const list = page.getByRole('region', { name: 'Key points' })
  await list.getByLabel('left_eye').selectOption('Covered')
  await list.getByLabel('right_eye').selectOption('Absent')
  await saved(page)
  // The list gave the keys back: class and tool keys act at once.
  await page.keyboard.press('v')
}

async function answerKinds(page: Page): Promise<void> {
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
}
