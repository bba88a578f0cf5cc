import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { english } from '../../src/web/messages/en/english.ts'
import { PSEUDO } from '../../src/web/messages/languages.ts'
import { pseudoOf } from '../../src/web/messages/pseudo.ts'
import { makeTranslator } from '../../src/web/messages/translator.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { queuedCloud, queuedDrive, queuedImage, queuedVideo } from '../support/office.ts'
import { setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { buildSite, goTo, submittable, visit } from './site.ts'
import { untranslated } from './untranslated.ts'

const skip = browserSkip()
const t = makeTranslator(PSEUDO, pseudoOf(english))
const CLASS = { name: 'car', color: 'rgb(230, 159, 0)' } as const
let stage: Stage
let tenant: Tenant
let admin: Person

before(async () => {
  if (skip) return
  await buildSite()
  // Pages of the whole installation are looked at: what others name is not translated.
  stage = await setOwnStage()
  tenant = await Tenant.create(
    stage.admin,
    { name: 'street', base: 'SENSOR_FUSION' },
    {
      boxes: { operation: 'image2d', classes: [CLASS], review: true },
      solids: { operation: 'cuboid3d', classes: [CLASS] },
      film: { operation: 'video2d', classes: [CLASS] },
      linked: { operation: 'cuboid3d_linked2d', classes: [CLASS] },
      points: { operation: 'segmentation3d', classes: [CLASS] },
    },
  )
  admin = await Person.join(stage.admin, 'admin')
})
after(() => stage?.clear())

/** Paths of all pages, as the router and the tabs of a project name them; `:` begins a parameter. */
function pagesOfTheSources(): string[] {
  const found = (path: string, pattern: RegExp) =>
    [...readFileSync(new URL(`../../src/web/${path}`, import.meta.url), 'utf8').matchAll(pattern)].map(
      ([, name]) => name,
    )
  const tabs = found('console/projectTabs.tsx', /\bid: '(\w+)'/g).map((tab) => `/projects/:pid/${tab}`)
  assert.ok(tabs.length > 12)
  return [
    ...found('App.tsx', /<Route path="([^"*]+)"/g),
    ...found('console/ConsoleRoutes.tsx', /<Route path="([^"?]+)"/g),
    ...tabs,
  ]
}

/** What was opened in the pseudo-language. */
const visited = new Set<string>()

/** Windows in which the program is there, in the pseudo-language. */
const isLoaded = new WeakSet<Page>()

interface Pages {
  admin: Page
  visitor: Page
}

/** Two pages for all: a path opens sooner where others were open before it. */
async function inPseudoLanguage(use: (pages: Pages) => Promise<void>): Promise<void> {
  const open = (person: Person | null, then: (page: Page) => Promise<void>) =>
    visit(stage.service.baseUrl, '/favicon.ico', person, async ({ page }) => {
      await page.addInitScript(`localStorage.setItem('fiducial.language', '${PSEUDO}')`)
      return then(page)
    })
  await open(admin, (admin) => open(null, (visitor) => use({ admin, visitor })))
}

/** Opens the path and gives what is not translated there, after each of the steps too. */
async function faultsAt(
  path: string,
  page: Page,
  known: readonly string[],
  ready: (page: Page) => Promise<unknown>,
  steps: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {},
): Promise<string[]> {
  const faults: string[] = []
  visited.add(path.replace(/[?#].*/, ''))
  if (isLoaded.has(page) && !path.startsWith('/jobs/')) await goTo(page, path)
  else await page.goto(stage.service.baseUrl + path)
  isLoaded.add(page)
  await ready(page)
  const look = async (where: string) => {
    for (const fault of await untranslated(page, known)) faults.push(`${path} ${where} ${fault}`)
  }
  await look('')
  for (const [name, step] of Object.entries(steps)) {
    await step(page)
    await look(name)
    const above = page.getByRole('dialog').or(page.getByRole('menu'))
    await until(async () => {
      await page.keyboard.press('Escape')
      return (await above.count()) === 0
    })
  }
  return [...new Set(faults)]
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().waitFor()
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

test('a person chooses the language in the account menu: the page changes at once and stays so', { skip }, () =>
  visit(stage.service.baseUrl, '/people', admin, async ({ page, faults }) => {
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.getByRole('button', { name: 'account menu' }).click()
    await page.getByRole('menuitem', { name: 'Español' }).click()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'es')
    await page.getByRole('button', { name: 'menú de la cuenta' }).click()
    await page.getByRole('menuitem', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '人员' }).waitFor()
    assert.deepEqual(faults, [])
  }),
)

const WORKBENCHES = {
  boxes: { kind: 'image', queue: queuedImage },
  film: { kind: 'video', queue: queuedVideo },
  solids: { kind: 'cuboid', queue: queuedDrive },
  linked: { kind: 'linked box', queue: queuedDrive },
  points: {
    kind: 'segmentation',
    queue: (on: Stage, by: Tenant, tag: string) => queuedCloud(on, by, tag, 400),
  },
}

test('in the pseudo-language no text is untranslated or cut', { skip }, async (t) => {
  await inPseudoLanguage(async (pages) => {
    await t.test('no page around the work shows a text that is not translated, or cuts one', () => aroundTheWork(pages))
    const jobs = await Promise.all(Object.entries(WORKBENCHES).map(([tag, { queue }]) => queue(stage, tenant, tag)))
    for (const [i, [tag, { kind }]] of Object.entries(WORKBENCHES).entries()) {
      await t.test(`the workbench of ${kind} jobs shows no text that is not translated`, () =>
        inTheWorkbench(pages, tag, jobs[i]),
      )
    }
  })
})

async function aroundTheWork({ admin: office, visitor }: Pages): Promise<void> {
  const project = `/projects/${tenant.projectId}`
  const jobId = await queuedImage(stage, tenant, 'boxes', { reference_id: 'drive-7' })
  const viewer = (await tenant.record(jobId)).viewer_url.slice(stage.service.baseUrl.length)
  const known = [
    'Fiducial',
    'street',
    'boxes',
    'film',
    'linked',
    'solids',
    'points',
    'drive-7',
    'car',
    'https',
    'submit',
    'read',
    'annotate',
  ]
  const given = [
    'admin key',
    'Default batch',
    'first key',
    'everything',
    'assist',
    'fx',
    'fy',
    'cx',
    'cy',
    'skew',
    'scale_factor',
  ]
  const keys = (await admin.get<{ keys: { last_four: string }[] }>(`/api/v1/projects/${tenant.projectId}/keys`)).keys
  const data = [
    ...known,
    ...given,
    ...keys.map(({ last_four }) => last_four),
    admin.email,
    stage.service.baseUrl,
    jobId,
    tenant.projectId,
    'English',
    'Español',
  ]
  const users = (await admin.get<{ people: { email: string; name: string | null }[] }>('/api/people')).people
  const names = users.flatMap(({ email, name }) => [email, ...(name ? [name] : [])])
  const all = [...data, ...names]
  const found = [
    ...(await faultsAt('/', visitor, all, button(t('people.signIn')))),
    ...(await faultsAt('/setup', visitor, all, (page) => page.getByText(t('people.setUp.broken')).waitFor())),
    ...(await faultsAt('/queue', office, all, button(t('queue.next')), {
      search: async (page) => {
        await page.locator('header button').first().click()
        await page.getByRole('dialog').waitFor()
      },
      'account menu': async (page) => {
        await page.locator('header button').last().click()
        await page.getByRole('menu').waitFor()
      },
    })),
    ...(await faultsAt('/account', office, all, button(t('people.changePassword')))),
    ...(await faultsAt('/people', office, all, button(t('people.invite')), { invite: press(t('people.invite')) })),
    ...(await faultsAt('/audit', office, all, button(t('usage.download')))),
    ...(await faultsAt('/tasks', office, all, (page) => page.getByText(t('tasks.emptyHint')).waitFor())),
    ...(await faultsAt('/projects', office, all, button(t('project.new')), { new: press(t('project.new')) })),
    ...(await faultsAt(`${project}/jobs`, office, all, (page) =>
      page.getByRole('link', { name: 'drive-7' }).waitFor(),
    )),
    ...(await faultsAt(`${project}/data`, office, all, button(t('data.plan')))),
    ...(await faultsAt(`${project}/batches`, office, all, button(t('batches.new')), { new: press(t('batches.new')) })),
    ...(await faultsAt(`${project}/tags`, office, all, (page) => page.getByRole('link', { name: 'boxes' }).waitFor())),
    ...(await faultsAt(`${project}/new-tag`, office, all, button(t('tag.save')))),
    ...(await faultsAt(`${project}/keys`, office, all, button(t('keys.new')), { new: press(t('keys.new')) })),
    ...(await faultsAt(`${project}/callback`, office, all, button(t('callback.sendSample')))),
    ...(await faultsAt(`${project}/access`, office, all, button(t('access.newRule')), {
      new: press(t('access.newRule')),
    })),
    ...(await faultsAt(`${project}/sensors`, office, all, button(t('sensor.new')), { new: press(t('sensor.new')) })),
    ...(await faultsAt(`${project}/quality`, office, all, (page) =>
      page.getByText(t('quality.by.tag')).first().waitFor(),
    )),
    ...(await faultsAt(`${project}/usage`, office, all, button(t('usage.download')))),
    ...(await faultsAt(`${project}/assistants`, office, all, button(t('assistants.new')), {
      new: press(t('assistants.new')),
    })),
    ...(await faultsAt(`${project}/groups`, office, all, button(t('groups.new')), { new: press(t('groups.new')) })),
    ...(await faultsAt(`${project}/progress`, office, all, (page) => page.getByText(t('progress.inStages')).waitFor())),
    ...(await faultsAt(`${project}/exports`, office, all, (page) => page.getByText(t('export.empty')).waitFor())),
    ...(await faultsAt(`${project}/imports`, office, all, (page) => page.getByText(t('import.empty')).waitFor())),
    ...(await faultsAt(`${project}/tags/boxes`, office, all, button(t('tag.save')))),
    ...(await faultsAt('/account/work', office, all, (page) => page.getByText(t('ownQuality.empty')).waitFor())),
    ...(await faultsAt('/invite#token=none', visitor, all, (page) =>
      page.getByText(t('people.invitation.unusable')).waitFor(),
    )),
    ...(await faultsAt('/nowhere', office, all, (page) => page.getByText(t('app.notFound.title')).waitFor())),
    ...(await faultsAt(viewer, visitor, all, (page) =>
      page.getByRole('toolbar', { name: t('shell.tools') }).waitFor(),
    )),
    ...(await faultsAt(`${project}/settings`, office, all, button(t('common.save')))),
    ...(await faultsAt(`${project}/jobs/${jobId}`, office, all, button(t('job.actions')))),
  ]
  assert.deepEqual(found, [])
  const isVisited = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
    return route === '/jobs/:jid' || [...visited].some((one) => pattern.test(one))
  }
  assert.deepEqual(
    pagesOfTheSources().filter((route) => !isVisited(route)),
    [],
    'pages that were not looked at; /jobs/:jid comes below',
  )
}

async function inTheWorkbench(pages: Pages, tag: string, jobId: string): Promise<void> {
  await admin.post(`/api/jobs/${jobId}/claim`)
  const { referenceId } = (await admin.get<{ job: { referenceId: string } }>(`/api/jobs/${jobId}`)).job
  const tools = (page: Page) =>
    page
      .getByRole('toolbar', { name: t('shell.tools') })
      .getByRole('button')
      .first()
      .waitFor()
  const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
  const key = (chord: string) => async (page: Page) => {
    await page.keyboard.press(chord)
    await page.getByRole('dialog').waitFor()
  }
  const found = await faultsAt(
    `/jobs/${jobId}`,
    pages.admin,
    ['Fiducial', referenceId, 'car', 'street', 'front camera', 'lidar', tag, admin.email, 'Delete'],
    tools,
    {
      issues: tab(t('tab.issues')),
      checks: tab(t('tab.checks')),
      settings: tab(t('tab.settings')),
      keys: key('?'),
      instructions: key('i'),
      submit: async (page: Page) => {
        await submittable(page)
        await key('Control+Enter')(page)
      },
    },
  )
  assert.deepEqual(found, [])
}
