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
import { buildSite, goTo, LAPTOP, opened, saved, visit } from './site.ts'

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
    },
  )
  admin = await Person.join(stage.admin, 'admin')
  jobId = await queuedImage(stage, tenant, 'boxes')
  await admin.post(`/api/jobs/${jobId}/claim`)
  const { tag, version } = await open(admin, jobId)
  await save(
    admin,
    jobId,
    version,
    [0, 1].map(() => drawBox(tag.classes[0].classId)),
  )
})
after(() => stage?.clear())

/** What one sees of a page: serious faults of accessibility, and whether it fits a laptop. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const faults = (await seriousViolations(page)).map((violation) => `${where}: ${violation}`)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  return width > LAPTOP.width ? [...faults, `${where}: ${width} px wide`] : faults
}

test('sign-in, queue, console and workbench are within reach of everybody', { skip }, (t) =>
  visit(stage.service.baseUrl, '/queue', admin, async ({ page, faults }) => {
    await t.test('no page of the console has a serious fault of accessibility, and each fits a laptop', () =>
      consolePages(page),
    )
    await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
    await opened(page)
    await t.test(
      'Tab goes through the objects and on to tools, panel and menus, each with a ring; F6 goes from area to area',
      () => byTab(page),
    )
    await t.test(
      'F2 goes to the attributes, a digit answers, and keys are the tools’ again; the pointer’s part is in the list of keys',
      () => byKeys(page),
    )
    await t.test('the workbench has no serious fault of accessibility and fits a laptop', () => workbench(page))
    await t.test('a list of 5,000 objects holds no more rows in the page than can be seen', () => manyObjects(page))
    await t.test('in light colours, and signed out, no page has a serious fault either', () => light(page))
    assert.deepEqual(faults, [])
  }),
)

async function consolePages(page: Page): Promise<void> {
  const project = `/projects/${tenant.projectId}`
  const pages: [string, string][] = [
    ['/queue', 'Next job'],
    ['/projects', 'New project'],
    [`${project}/tags/boxes`, 'Save tag'],
    [`${project}/keys`, 'New API key'],
    [`${project}/callback`, 'Send sample'],
    [`${project}/jobs/${jobId}`, 'Actions'],
    ['/people', 'Invite'],
    ['/account', 'Change password'],
  ]
  const faults: string[] = []
  for (const [path, button] of pages) {
    await goTo(page, path)
    await page.getByRole('button', { name: button, exact: true }).waitFor()
    faults.push(...(await faultsOf(page, path)))
  }
  assert.deepEqual(faults, [])
  await goTo(page, `${project}/settings`)
  const id = page.getByLabel('Project ID', { exact: true })
  await id.waitFor()
  assert.equal(await id.inputValue(), tenant.projectId, 'a project shows its id to be copied')
}

async function byTab(page: Page): Promise<void> {
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
}

/** The name of what has the focus, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const name = element.getAttribute('aria-label') ?? element.textContent
  const rings = [getComputedStyle(element).outlineStyle, getComputedStyle(element, '::after').borderTopStyle]
  return rings.some((ring) => ring !== 'none') ? name : name + ' without a ring'
})()`

async function byKeys(page: Page): Promise<void> {
  const box = page.getByRole('toolbar').getByRole('button', { name: 'Box', exact: true })
  assert.equal(await box.textContent(), 'R')
  await page.getByRole('tab', { name: /^Objects/ }).click()
  await page.getByRole('application').focus()
  await page.keyboard.press('v')
  await page.keyboard.press('Escape')
  await page.getByRole('option', { selected: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('F2')
  await page.locator('[id="attribute weather"]:focus').waitFor()
  await page.keyboard.press('2')
  await page.locator('[id="attribute weather"][value="wet"]').waitFor()
  await page.keyboard.press('r')
  assert.equal(await box.getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('?')
  await page.getByRole('cell', { name: 'Middle drag, Space + drag' }).waitFor()
  assert.deepEqual(await faultsOf(page, 'keys'), [])
  await page.getByLabel('Search shortcuts').fill('nothing like this')
  await page.getByText('No shortcuts match.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function workbench(page: Page): Promise<void> {
  const faults: string[] = []
  for (const tab of ['Objects', 'Issues', 'Checks', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).waitFor()
    faults.push(...(await faultsOf(page, tab)))
  }
  assert.deepEqual(faults, [])
}

async function manyObjects(page: Page): Promise<void> {
  const big = await queuedImage(stage, tenant, 'boxes')
  await admin.post(`/api/jobs/${big}/claim`)
  const { tag, version } = await open(admin, big)
  const ids = Array.from({ length: 5000 }, () => randomUUID())
  const [{ classId }] = tag.classes
  await save(
    admin,
    big,
    version,
    ids.map((id) => drawBox(classId, id)),
  )
  await page.goto(`${stage.service.baseUrl}/jobs/${big}#object=${ids[4000]}`)
  const selected = page.getByRole('option', { selected: true })
  await selected.waitFor()
  assert.equal(await selected.getAttribute('aria-posinset'), '4001')
  const shown = await page.getByRole('option').count()
  assert.ok(shown < 60, `${shown} rows are in the page`)
  await page.getByRole('listbox', { name: 'Objects' }).press('ArrowDown')
  await page.locator('[role=option][aria-selected=true][aria-posinset="4002"]').waitFor()
}

async function light(page: Page): Promise<void> {
  const faults: string[] = []
  await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', 'light')`)
  await page.goto(`${stage.service.baseUrl}/queue`)
  for (const [path, row] of [
    ['/queue', /Your unfinished job/],
    [`/projects/${tenant.projectId}/jobs`, /In progress/],
  ] as const) {
    await goTo(page, path)
    await page.getByRole('row', { name: row }).first().waitFor()
    faults.push(...(await faultsOf(page, `${path}, light`)))
  }
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  await saved(page)
  faults.push(...(await faultsOf(page, 'workbench, light')))
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await page.goto(stage.service.baseUrl)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  faults.push(...(await faultsOf(page, 'sign-in')))
  assert.deepEqual(faults, [])
}

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
