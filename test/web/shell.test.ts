import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { english } from '../../src/web/messages/en/english.ts'
import { browserSkip } from '../browser.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { buildSite, dragInView, LAPTOP, opened, saved, visit } from './site.ts'

const skip = browserSkip()
const SHELL_LIMIT_BYTES = 400_000
const DIST = join(import.meta.dirname, '../../dist/web')
let stage: Stage
let tenant: Tenant
let admin: Person
let jobId: string

before(async () => {
  await buildSite()
  if (skip) return
  stage = await setStage()
  tenant = await Tenant.create(
    stage.admin,
    { name: 'street' },
    {
      boxes: {
        operation: 'image2d',
        classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }],
        attributes: [{ name: 'weather', type: 'select', options: ['dry', 'wet'], required: true, per: 'job' }],
      },
      forms: {
        operation: 'image2d',
        classes: [
          { name: 'car', color: 'rgb(230, 159, 0)', geometries: ['rectangle'] },
          { name: 'wheel', color: 'rgb(86, 180, 233)', geometries: ['ellipse'] },
        ],
      },
    },
  )
  admin = await Person.join(stage.admin, 'admin')
  jobId = await queuedImage(stage, tenant, 'boxes')
  await admin.post(`/api/jobs/${jobId}/claim`)
})
after(() => stage?.clear())

test('sign-in, queue, console and workbench have no serious fault of accessibility and fit a laptop', {
  skip,
}, async () => {
  const { baseUrl } = stage.service
  const faults: string[] = []
  const look = async (page: Page, where: string) => {
    faults.push(...(await seriousViolations(page)).map((violation) => `${where}: ${violation}`))
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (width > LAPTOP.width) faults.push(`${where}: ${width} px wide`)
  }
  await visit(baseUrl, '/', null, async ({ page }) => {
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await look(page, 'sign-in')
  })
  const project = `/projects/${tenant.projectId}`
  const pages: [string, string][] = [
    ['/queue', 'Next job'],
    ['/projects', 'New project'],
    [`${project}/tags/boxes`, 'Save tag'],
    [`${project}/keys`, 'New API key'],
    [`${project}/callback`, 'Send sample'],
    [`${project}/jobs/${jobId}`, 'Actions'],
    ['/people', 'Invite'],
  ]
  await visit(baseUrl, '/account', admin, async ({ page }) => {
    for (const [path, button] of pages) {
      await page.goto(baseUrl + path)
      await page.getByRole('button', { name: button, exact: true }).waitFor()
      await look(page, path)
    }
    await page.goto(`${baseUrl}/jobs/${jobId}`)
    await opened(page)
    for (const tab of ['Objects', 'Issues', 'Checks', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).waitFor()
      await look(page, tab)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await look(page, 'keys')

    await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', 'light')`)
    for (const [path, row] of [
      ['/queue', /Your unfinished job/],
      [`${project}/jobs`, /In progress/],
    ] as const) {
      await page.goto(baseUrl + path)
      await page.getByRole('row', { name: row }).first().waitFor()
      await look(page, `${path}, light`)
    }
    await page.goto(`${baseUrl}/jobs/${jobId}`)
    await opened(page)
    await saved(page)
    await look(page, 'workbench, light')
  })
  assert.deepEqual(faults, [])
})

test('a list of 5,000 objects holds no more rows in the page than can be seen', { skip }, async () => {
  const big = await queuedImage(stage, tenant, 'boxes')
  await admin.post(`/api/jobs/${big}/claim`)
  const { tag, version } = await open(admin, big)
  const ids = Array.from({ length: 5000 }, () => randomUUID())
  await save(
    admin,
    big,
    version,
    ids.map((id) => drawBox(tag.classes[0].classId, id)),
  )
  await visit(stage.service.baseUrl, `/jobs/${big}#object=${ids[4000]}`, admin, async ({ page }) => {
    await page.getByRole('option', { selected: true }).waitFor()
    const selected = page.getByRole('option', { selected: true })
    assert.equal(await selected.getAttribute('aria-posinset'), '4001')
    const shown = await page.getByRole('option').count()
    assert.ok(shown < 60, `${shown} rows are in the page`)
    await page.getByRole('listbox', { name: 'Objects' }).press('ArrowDown')
    await page.locator('[role=option][aria-selected=true][aria-posinset="4002"]').waitFor()
  })
})

test('Tab goes through the objects and on to tools, panel and menus, each with a ring; F6 goes from area to area', {
  skip,
}, async () => {
  const id = await queuedImage(stage, tenant, 'boxes')
  await admin.post(`/api/jobs/${id}/claim`)
  const { tag, version } = await open(admin, id)
  await save(
    admin,
    id,
    version,
    [0, 1].map(() => drawBox(tag.classes[0].classId)),
  )
  await visit(stage.service.baseUrl, `/jobs/${id}`, admin, async ({ page }) => {
    await opened(page)
    const selected = page.getByRole('option', { selected: true })
    for (const name of ['car 1', 'car 2']) {
      await page.keyboard.press('Tab')
      await selected.filter({ hasText: name }).waitFor()
    }
    const reached: string[] = []
    for (let i = 0; i < 40 && reached.at(-1) !== 'Image'; i++) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate<string>(FOCUSED))
    }
    assert.deepEqual(
      reached.filter((name) => name.endsWith('without a ring')),
      [],
    )
    // The strip of tools and the tabs are one stop each.
    const stops = reached.filter((name) => ['More actions', 'Submit', 'Select and edit', 'Box', 'Image'].includes(name))
    assert.deepEqual(stops, ['More actions', 'Submit', 'Select and edit', 'Image'])
    for (const name of ['Image', 'Select and edit']) {
      await page.keyboard.press('Shift+Tab')
      assert.equal(await page.evaluate(FOCUSED), name)
    }
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate(FOCUSED), 'Pan')
    await page.keyboard.press('F6')
    assert.equal(await page.evaluate(FOCUSED), 'Image')
    await page.keyboard.press('F6')
    assert.match(await page.evaluate<string>(FOCUSED), /^Objects/)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: 'Issues' }).waitFor()
  })
  await admin.post(`/api/jobs/${id}/release`)
})

/** The name of what has the focus, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const name = element.getAttribute('aria-label') ?? element.textContent
  const rings = [getComputedStyle(element).outlineStyle, getComputedStyle(element, '::after').borderTopStyle]
  return rings.some((ring) => ring !== 'none') ? name : name + ' without a ring'
})()`

test('the shell loads at most 400 kB packed, and no editor with it', () => {
  const assets = join(DIST, 'assets')
  const files = readdirSync(assets)
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const first = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name)
  const shell = files.filter((name) => /^(JobPage|Workbench)-.*\.(js|css)$/.test(name))
  assert.ok(first.length > 1 && shell.length > 0, 'the bundle has the files this test looks for')
  // They come beside it, not by an import that waits.
  const texts = files.filter((name) =>
    [english['shell.toQueue'], english['job.openWorkbench']].some(
      (text) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(`\`${text}\``),
    ),
  )
  assert.equal(texts.length, 2)
  const all = new Set([...first, ...shell, ...texts])
  // What the shell imports without waiting for it comes along.
  for (const name of all) {
    if (!name.endsWith('.js')) continue
    const text = readFileSync(join(assets, name), 'utf8')
    for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) all.add(imported)
  }
  const bytes = [...all].map((name) => gzipSync(readFileSync(join(assets, name))).length)
  const total = bytes.reduce((sum, one) => sum + one, 0)
  assert.ok(total <= SHELL_LIMIT_BYTES, `${total} bytes: ${[...all].join(', ')}`)
  assert.deepEqual(
    [...all].filter((name) => /Mode-|canvas|three/i.test(name)),
    [],
  )
})

test('a class of other forms is refused to a selected object and says why; tools and keys show their letters', {
  skip,
}, async () => {
  const formsId = await queuedImage(stage, tenant, 'forms')
  await admin.post(`/api/jobs/${formsId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${formsId}`, admin, async ({ page, faults }) => {
    await opened(page)
    assert.equal(await page.getByRole('toolbar').getByRole('button', { name: 'Box' }).textContent(), 'R')
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.5, 0.5])
    await page.getByRole('option', { name: /car/, selected: true }).waitFor()
    await page.keyboard.press('v')
    await page.keyboard.press('2')
    await page.getByText('The selected object keeps its class: “wheel” allows Ellipse only.').waitFor()
    assert.equal(await page.getByRole('option', { name: /wheel/ }).count(), 0)
    await page.keyboard.press('?')
    await page.getByLabel('Search shortcuts').fill('nothing like this')
    await page.getByText('No shortcuts match.').waitFor()
    assert.deepEqual(faults, [])
  })
  await admin.post(`/api/jobs/${formsId}/release`)
})

test(
  'F2 goes to the attributes, a digit answers, and keys are the tools’ again; the pointer’s part is in the list of keys',
  {
    skip,
  },
  () =>
    visit(stage.service.baseUrl, `/jobs/${jobId}`, admin, async ({ page, faults }) => {
      await opened(page)
      await page.keyboard.press('v')
      await page.keyboard.press('F2')
      await page.locator('[id="attribute weather"]:focus').waitFor()
      await page.keyboard.press('2')
      await page.locator('[id="attribute weather"][value="wet"]').waitFor()
      await page.keyboard.press('r')
      const box = page.getByRole('toolbar').getByRole('button', { name: 'Box', exact: true })
      assert.equal(await box.getAttribute('aria-pressed'), 'true')
      await page.keyboard.press('?')
      await page.getByRole('cell', { name: 'Middle drag, Space + drag' }).waitFor()
      assert.deepEqual(faults, [])
    }),
)

test('a project shows its id to be copied', { skip }, () =>
  visit(stage.service.baseUrl, `/projects/${tenant.projectId}/settings`, admin, async ({ page }) => {
    assert.equal(await page.getByLabel('Project ID', { exact: true }).inputValue(), tenant.projectId)
  }),
)
