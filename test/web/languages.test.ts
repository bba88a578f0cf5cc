import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { english } from '../../src/web/messages/en/english.ts'
import { PSEUDO } from '../../src/web/messages/languages.ts'
import { pseudoOf } from '../../src/web/messages/pseudo.ts'
import { makeTranslator } from '../../src/web/messages/translator.ts'
import { browserSkip } from '../browser.ts'
import { queuedCloud, queuedDrive, queuedImage, queuedVideo } from '../support/office.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { setSite, visit } from './site.ts'
import { untranslated } from './untranslated.ts'

const skip = browserSkip()
const t = makeTranslator(PSEUDO, pseudoOf(english))
const CLASS = { name: 'car', color: 'rgb(230, 159, 0)' } as const
let stage: Stage
let tenant: Tenant
let admin: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'street', base: 'SENSOR_FUSION' },
    {
      boxes: { operation: 'image2d', classes: [CLASS], review: true },
      solids: { operation: 'cuboid3d', classes: [CLASS] },
      film: { operation: 'video2d', classes: [CLASS] },
      linked: { operation: 'cuboid3d_linked2d', classes: [CLASS] },
      points: { operation: 'segmentation3d', classes: [CLASS] },
    },
  ))
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

/** Two pages for all: a path opens sooner where others were open before it. */
async function inPseudoLanguage<T>(use: (pages: { admin: Page; visitor: Page }) => Promise<T>): Promise<T> {
  const open = <R>(person: Person | null, then: (page: Page) => Promise<R>) =>
    visit(stage.service.baseUrl, '/favicon.ico', person, async ({ page }) => {
      await page.addInitScript(`localStorage.setItem('fiducial.language', '${PSEUDO}')`)
      return then(page)
    })
  return open(admin, (admin) => open(null, (visitor) => use({ admin, visitor })))
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
  // Else only the fragment would change where the page is the same.
  await page.goto('about:blank')
  await page.goto(stage.service.baseUrl + path)
  await ready(page)
  const look = async (where: string) => {
    for (const fault of await untranslated(page, known)) faults.push(`${path} ${where} ${fault}`)
  }
  await look('')
  for (const [name, step] of Object.entries(steps)) {
    await step(page)
    await look(name)
    await page.keyboard.press('Escape')
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

test('no page around the work shows a text that is not translated, or cuts one', { skip }, async () => {
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
  const found = await inPseudoLanguage(async ({ admin, visitor }) => [
    ...(await faultsAt('/', visitor, all, button(t('people.signIn')))),
    ...(await faultsAt('/setup', visitor, all, (page) => page.getByText(t('people.setUp.broken')).waitFor())),
    ...(await faultsAt('/queue', admin, all, button(t('queue.next')), {
      'account menu': (page) =>
        page
          .getByRole('button', { name: t('app.nav.main') })
          .or(page.locator('header button'))
          .first()
          .click(),
    })),
    ...(await faultsAt('/account', admin, all, button(t('people.changePassword')))),
    ...(await faultsAt('/people', admin, all, button(t('people.invite')), { invite: press(t('people.invite')) })),
    ...(await faultsAt('/audit', admin, all, button(t('usage.download')))),
    ...(await faultsAt('/tasks', admin, all, (page) => page.getByText(t('tasks.emptyHint')).waitFor())),
    ...(await faultsAt('/projects', admin, all, button(t('project.new')), { new: press(t('project.new')) })),
    ...(await faultsAt(`${project}/jobs`, admin, all, (page) => page.getByRole('link', { name: 'drive-7' }).waitFor())),
    ...(await faultsAt(`${project}/batches`, admin, all, button(t('batches.new')), { new: press(t('batches.new')) })),
    ...(await faultsAt(`${project}/tags`, admin, all, (page) => page.getByRole('link', { name: 'boxes' }).waitFor())),
    ...(await faultsAt(`${project}/new-tag`, admin, all, button(t('tag.save')))),
    ...(await faultsAt(`${project}/keys`, admin, all, button(t('keys.new')), { new: press(t('keys.new')) })),
    ...(await faultsAt(`${project}/callback`, admin, all, button(t('callback.sendSample')))),
    ...(await faultsAt(`${project}/access`, admin, all, button(t('access.newRule')), {
      new: press(t('access.newRule')),
    })),
    ...(await faultsAt(`${project}/sensors`, admin, all, button(t('sensor.new')), { new: press(t('sensor.new')) })),
    ...(await faultsAt(`${project}/quality`, admin, all, (page) =>
      page.getByText(t('quality.by.tag')).first().waitFor(),
    )),
    ...(await faultsAt(`${project}/usage`, admin, all, button(t('usage.download')))),
    ...(await faultsAt(`${project}/assistants`, admin, all, button(t('assistants.new')), {
      new: press(t('assistants.new')),
    })),
    ...(await faultsAt(`${project}/groups`, admin, all, button(t('groups.new')), { new: press(t('groups.new')) })),
    ...(await faultsAt(`${project}/progress`, admin, all, (page) => page.getByText(t('progress.inStages')).waitFor())),
    ...(await faultsAt(`${project}/exports`, admin, all, (page) => page.getByText(t('export.empty')).waitFor())),
    ...(await faultsAt(`${project}/imports`, admin, all, (page) => page.getByText(t('import.empty')).waitFor())),
    ...(await faultsAt(`${project}/tags/boxes`, admin, all, button(t('tag.save')))),
    ...(await faultsAt('/account/work', admin, all, (page) => page.getByText(t('ownQuality.empty')).waitFor())),
    ...(await faultsAt('/invite#token=none', visitor, all, (page) =>
      page.getByText(t('people.invitation.unusable')).waitFor(),
    )),
    ...(await faultsAt('/nowhere', admin, all, (page) => page.getByText(t('app.notFound.title')).waitFor())),
    ...(await faultsAt(viewer, visitor, all, (page) =>
      page.getByRole('toolbar', { name: t('shell.tools') }).waitFor(),
    )),
    ...(await faultsAt(`${project}/settings`, admin, all, button(t('common.save')))),
    ...(await faultsAt(`${project}/jobs/${jobId}`, admin, all, button(t('job.actions')))),
  ])
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
})

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

for (const [tag, { kind, queue }] of Object.entries(WORKBENCHES)) {
  test(`the workbench of ${kind} jobs shows no text that is not translated`, { skip }, async () => {
    const jobId = await queue(stage, tenant, tag)
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
    const found = await inPseudoLanguage((pages) =>
      faultsAt(
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
          submit: key('Control+Enter'),
        },
      ),
    )
    assert.deepEqual(found, [])
  })
}
