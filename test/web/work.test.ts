import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, save } from '../support/office.ts'
import { PASSWORD, Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { dragInView, imageShown, LAPTOP, opened, saved, setSite, submittable, visit } from './site.ts'

const skip = browserSkip()
const CLASSES = [
  {
    name: 'car',
    color: 'rgb(230, 159, 0)',
    attributes: [{ name: 'colour', type: 'select', options: ['red', 'blue'], required: true, per: 'object' }],
  },
  { name: 'pedestrian', color: 'rgb(86, 180, 233)' },
] as const
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  const classes = structuredClone(CLASSES) as never
  ;({ stage, tenant } = await setSite(
    { name: 'street' },
    {
      vehicles: { operation: 'image2d', classes, instructions: 'A tight box around every vehicle.' },
      reviewed: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }], review: true },
    },
  ))
})
after(() => stage?.clear())

async function queued(tag: string, referenceId: string): Promise<string> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: referenceId, tag, data: { image_url } })
  await tenant.reached(jobId, 'queued')
  return jobId
}

/** In one window: an annotator goes from job to job. */
test('an annotator works through the day', { skip }, async (t) => {
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await visit(stage.service.baseUrl, '/account', ann, async ({ page, faults }) => {
    await t.test(
      'the queue shows the whole name of a job next to the state that it has for oneself, in a narrow window too',
      () => narrowQueue(page, ann),
    )
    await t.test('an annotator takes the next job, draws, sees what is missing, submits and gets the next', () =>
      nextJob(page, ann),
    )
    await t.test('keys can be changed, for the next job too', () => otherKeys(page, ann))
    await t.test(
      'a lost connection is shown without moving the view, and pending edits are sent as soon as it is back',
      () => tunnel(page, ann),
    )
    await t.test(
      'work done without a connection is there after a reload, and can be undone after the page was closed',
      () => reloaded(page, ann),
    )
    assert.deepEqual(faults, [])
    await t.test('a visit counts as active time from its beginning until it is left by a link or by the tab', () =>
      activeTime(page, ann),
    )
    await t.test('a submitted job is not reported as lost when its last heartbeat comes late', () =>
      lateHeartbeat(page, ann),
    )
    await t.test('work that another window of one’s own overtook is reported, and can be restored from its draft', () =>
      overtaken(page, ann),
    )
    await t.test('a session that ends in the middle of work leads back to it after signing in', () =>
      signedOut(page, ann),
    )
  })
})

/** A job of the annotator, open in the page. */
async function openClaimed(page: Page, person: Person, reference: string): Promise<string> {
  const jobId = await queued('vehicles', reference)
  await person.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  return jobId
}

async function narrowQueue(page: Page, ann: Person): Promise<void> {
  const jobId = await queued('vehicles', 'crossing-0007')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await page.evaluate(`localStorage.setItem('fiducial.language', 'es')`)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${stage.service.baseUrl}/queue`)
  await page.getByRole('heading', { name: 'Cola' }).waitFor()
  const name = page.getByRole('link', { name: 'crossing-0007' })
  assert.equal(await name.evaluate((link) => link.scrollWidth - link.clientWidth), 0)
  await page.evaluate(`localStorage.setItem('fiducial.language', 'en')`)
  await page.setViewportSize(LAPTOP)
  await ann.post(`/api/jobs/${jobId}/release`)
  await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`))
}

async function nextJob(page: Page, ann: Person): Promise<void> {
  const first = await queued('vehicles', 'first')
  const second = await queued('vehicles', 'second')
  await page.goto(`${stage.service.baseUrl}/queue`)
  await page.getByRole('button', { name: 'Next job' }).press('Enter')
  await opened(page)
  await page.keyboard.press('i')
  await page.getByText('A tight box around every vehicle.').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('r')
  await dragInView(page, [0.3, 0.3], [0.5, 0.5])
  await page.getByRole('option', { name: /car/ }).waitFor()
  await submittable(page)
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /colour.*car 1$/ })
    .click()
  // The control that answers it has the focus, and its list is open.
  await page.getByRole('option', { name: /red$/ }).click()
  await saved(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'second' }).waitFor()
  await page.getByText('Submitted first').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo submission' }).count(), 0)
  assert.ok(page.url().endsWith(second))
  const record = await tenant.reached(first, 'completed')
  assert.equal(record.annotations, 1)
  await ann.post(`/api/jobs/${second}/release`)
  await tenant.api.post(tenant.path(`/jobs/${second}/cancel`))
}

async function otherKeys(page: Page, ann: Person): Promise<void> {
  await openClaimed(page, ann, 'keys')
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Add shortcut for “Instructions”' }).click()
  await page.keyboard.press('F2')
  const taken = page.getByRole('alertdialog')
  await taken.getByText('F2 belongs to').waitFor()
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await taken.getByRole('button', { name: 'Take it' }).click()
  await kept
  await page.keyboard.press('Escape')
  await openClaimed(page, ann, 'keys again')
  await page.keyboard.press('F2')
  await page.getByText('A tight box around every vehicle.').waitFor()
  await ann.ok('PUT', '/api/me/keys', { bindings: {} })
}

async function tunnel(page: Page, ann: Person): Promise<void> {
  const jobId = await openClaimed(page, ann, 'tunnel')
  const place = () => page.getByRole('main', { name: 'View' }).boundingBox()
  const before = await place()
  assert.ok(before)
  await page.context().setOffline(true)
  await page.getByText('Offline. Changes are saved on this computer').first().waitFor()
  assert.deepEqual(await place(), before)
  await page.keyboard.press('r')
  await dragInView(page, [0.3, 0.3], [0.5, 0.5])
  await page.locator('[data-save-state=offline]').waitFor()
  assert.deepEqual(await place(), before)
  // After the fourth attempt the next one by itself is eight seconds away.
  const isSave = (request: { url(): string }) => request.url().endsWith('/operations')
  for (let failed = 1; failed < 4; failed++) await page.waitForEvent('requestfailed', isSave)
  const sent = page.waitForRequest(isSave, { timeout: 5_000 })
  await page.context().setOffline(false)
  await sent
  await saved(page)
  assert.equal((await open(ann, jobId)).document.tracks.length, 1)
}

async function reloaded(page: Page, ann: Person): Promise<void> {
  const jobId = await openClaimed(page, ann, 'offline')
  const trackCount = async () => (await open(ann, jobId)).document.tracks.length
  await page.route('**/operations', (route) => route.abort())
  await page.keyboard.press('r')
  await dragInView(page, [0.2, 0.3], [0.4, 0.5])
  await page.keyboard.press('Shift+2')
  await page.locator('[data-save-state=offline]').waitFor()
  await page.waitForURL(/#object=/)
  await page.reload()
  await page.getByRole('option', { name: /pedestrian/, selected: true }).waitFor()
  assert.equal(await trackCount(), 0, 'the service has nothing yet')
  await page.unroute('**/operations')
  await saved(page)
  assert.equal(await trackCount(), 1)
  await page.keyboard.press('r')
  await dragInView(page, [0.5, 0.3], [0.7, 0.5])
  await page.getByRole('option').nth(1).waitFor()
  await saved(page)

  const other = await page.context().newPage()
  await page.goto('about:blank')
  await other.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(other)
  await other.getByRole('option').nth(1).waitFor()
  await other.keyboard.press('Control+z')
  await other.getByRole('option').nth(1).waitFor({ state: 'detached' })
  await other.keyboard.press('Control+z')
  await other.getByRole('option', { name: /car/ }).waitFor()
  await other.keyboard.press('Control+z')
  await other.getByRole('option').first().waitFor({ state: 'detached' })
  await saved(other)
  assert.equal(await trackCount(), 0)
  await other.keyboard.press('Control+Shift+z')
  await other.getByRole('option').first().waitFor()
  await saved(other)
  await other.close()
}

/** Ten seconds pass for the service, not for the test. */
async function activeTime(page: Page, ann: Person): Promise<void> {
  const seconds = async (jobId: string) => (await open(ann, jobId)).activeSeconds.annotate
  const lastBeat = (jobId: string, ago: string) =>
    stage.database.pool.query(`update active_times set last_beat_at = last_beat_at - $2::interval where job_id = $1`, [
      jobId,
      ago,
    ])
  const ways: ((page: Page) => Promise<unknown>)[] = [
    (page) => page.getByRole('link', { name: 'Fiducial home' }).click(),
    (page) => page.goto('about:blank'),
  ]
  for (const leave of ways) {
    const jobId = await queued('vehicles', randomUUID())
    await ann.post(`/api/jobs/${jobId}/claim`)
    await lastBeat(jobId, '4 minutes')
    const begins = page.waitForResponse((answer) => answer.url().endsWith(`${jobId}/heartbeat`))
    await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
    await opened(page)
    await (await begins).finished()
    const sinceMs = Date.now()
    await lastBeat(jobId, '10 seconds')
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.4, 0.5])
    await saved(page)
    assert.equal(await seconds(jobId), 0, 'the time away does not count, and the next heartbeat is not due yet')
    const spent = 10 + (Date.now() - sinceMs) / 1000
    await leave(page)
    const counted = await until(() => seconds(jobId))
    assert.ok(Math.abs(counted - spent) <= 2, `${counted} of ${spent} s`)
  }
}

async function lateHeartbeat(page: Page, ann: Person): Promise<void> {
  await openClaimed(page, ann, 'submitted')
  let tooLate = () => {}
  let goOn = () => {}
  const untilChecked = new Promise<void>((go) => {
    goOn = go
  })
  const nextAsked = new Promise<void>((asked) => {
    void page.route('**/api/next', async (route) => {
      asked()
      await untilChecked
      await route.continue()
    })
  })
  const isHeld = new Promise<void>((held) => {
    const beforeAnswer = new Promise<void>((go) => {
      tooLate = go
    })
    void page.route('**/heartbeat', async (route) => {
      held()
      await beforeAnswer
      await route.continue()
    })
  })
  await page.reload()
  await opened(page)
  await isHeld
  await submittable(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Submit anyway' }).click()
  await nextAsked
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/heartbeat'))
  tooLate()
  assert.equal((await refused).status(), 409)
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  assert.equal(await page.getByRole('dialog').count(), 0)
  goOn()
  await page.getByText('Submitted submitted').waitFor()
  await page.unroute('**/heartbeat')
  await page.unroute('**/api/next')
}

async function overtaken(page: Page, ann: Person): Promise<void> {
  const jobId = await openClaimed(page, ann, 'two windows')
  const { tag, version } = await open(ann, jobId)
  await save(ann, jobId, version, [drawBox(tag.classes[1].classId)])
  await page.keyboard.press('r')
  await dragInView(page, [0.3, 0.3], [0.5, 0.5])
  const dialog = page.getByRole('dialog', { name: 'The job was changed in another window' })
  await dialog.getByText('kept as a draft').waitFor()
  await dialog.getByRole('button', { name: 'Load the latest version' }).click()
  await page.getByRole('option', { name: /pedestrian/ }).waitFor()
  assert.equal(await page.getByRole('option').count(), 1)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Drafts' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByRole('option', { name: /car/ }).waitFor()
}

async function signedOut(page: Page, ann: Person): Promise<void> {
  await openClaimed(page, ann, 'signed out')
  await ann.post('/api/sign-out')
  await page.keyboard.press('r')
  await dragInView(page, [0.3, 0.3], [0.5, 0.5])
  await page.getByRole('textbox', { name: 'Email' }).fill(ann.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /car/ }).waitFor()
  await saved(page)
}

/** Files of jobs that the service has sent to pages so far. */
async function filesSent(): Promise<number> {
  const text = await stage.admin.call('GET', '/metrics').then(({ bytes }) => bytes.toString('utf8'))
  const counts = text.matchAll(/_request_duration_seconds_count\{[^}]*\/api\/assets\/[^}]*\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('one key submits and opens the next job of the filter, already decoded, where the submission can be undone', {
  skip,
}, async () => {
  const undoable = await Tenant.create(
    stage.admin,
    { undo_seconds: 30 },
    {
      cars: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }] },
      signs: { operation: 'image2d', classes: [{ name: 'sign', color: 'rgb(86, 180, 233)' }] },
    },
  )
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  let right = ''
  for (const reference_id of ['left', 'right']) {
    right = await undoable.submit({ reference_id, tag: 'cars', data: { image_url } })
    await undoable.reached(right, 'queued')
  }
  const urgent = await undoable.submit({ reference_id: 'sign', tag: 'signs', data: { image_url }, priority_weight: 10 })
  await undoable.reached(urgent, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [undoable.projectId])
  await visit(stage.service.baseUrl, '/queue', ann, async ({ page, faults }) => {
    await page.getByRole('combobox', { name: 'Tag' }).click()
    await page.getByRole('option', { name: 'cars' }).click()
    await page.getByRole('row', { name: /\bsign\b/ }).waitFor({ state: 'detached' })
    // The page fetches the picture, then its decoder reads it from the cache.
    let reads = 0
    page.on('requestfinished', (one) => {
      if (one.url().includes(`/api/assets/${right}/`)) reads++
    })
    const decoded = page.waitForEvent('requestfinished', () => reads === 2)
    await page.getByRole('button', { name: 'Next job' }).press('Enter')
    await page.getByRole('heading', { name: 'left' }).waitFor()
    await opened(page)
    await imageShown(page)
    await decoded
    const sent = await filesSent()
    assert.ok(sent >= 2)
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.5, 0.5])
    await submittable(page)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'right' }).waitFor()
    await page.getByText('Submitted left').waitFor()
    await opened(page)
    await imageShown(page)
    assert.equal(await filesSent(), sent, 'the picture came from the cache of the browser')
    assert.equal(reads, 2, 'the picture was decoded before')
    await page.getByRole('button', { name: 'Undo submission' }).click()
    await page.getByRole('heading', { name: 'left' }).waitFor()
    await opened(page)
    await page.getByRole('option', { name: /car/ }).waitFor()
    assert.equal(await page.getByText('Submitted left').count(), 0)
    assert.deepEqual(faults, [])
  })
})

test('a rejected job says why, and shows what changed since', { skip }, async () => {
  const jobId = await queued('reviewed', 'street 7')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  const { tag, version } = await open(ann, jobId)
  const { version: drawn } = await save(ann, jobId, version, [drawBox(tag.classes[0].classId)])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: drawn })

  await visit(stage.service.baseUrl, '/queue', rita, async ({ page, faults }) => {
    await page
      .getByRole('row', { name: /street 7/ })
      .getByRole('button', { name: 'Review' })
      .click()
    await opened(page)
    await page.getByRole('tab', { name: 'Issues' }).click()
    await page.getByRole('textbox', { name: 'New issue' }).fill('There is a second car.')
    await page.getByRole('button', { name: 'Add issue' }).click()
    await page.getByText('There is a second car.').last().waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('At the left border.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('At the left border.', { exact: true }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0, 'Ctrl+Enter sends the comment and nothing else')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('textbox', { name: 'Required changes' }).fill('One car is missing.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected street 7').waitFor()
    assert.deepEqual(faults, [])
  })

  await visit(stage.service.baseUrl, '/queue', ann, async ({ page, faults }) => {
    const row = page.getByRole('row', { name: /street 7/ })
    await row.getByText('Rejected – rework').waitFor()
    await row.getByRole('button', { name: 'Rework' }).click()
    await opened(page)
    await page.getByText(/rejected this job: “One car is missing.”/).waitFor()
    await page.keyboard.press('F8')
    await page.getByText('There is a second car.').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('r')
    await dragInView(page, [0.6, 0.3], [0.7, 0.4])
    await page.getByRole('tab', { name: 'Checks' }).click()
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByRole('region', { name: 'Changes since the last review' }).getByText('New').waitFor()
    assert.deepEqual(faults, [])
  })
})

test('a person who loses a job to another is notified, and the work becomes a draft', { skip }, async () => {
  const jobId = await queued('vehicles', 'taken over')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const mia = await Person.join(stage.admin, 'manager', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page }) => {
    await opened(page)
    await mia.post(`/api/jobs/${jobId}/take-over`)
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.5, 0.5])
    await page.getByRole('dialog', { name: 'This job is no longer assigned to you' }).waitFor()
    await page.getByRole('button', { name: 'Load the latest version' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(/^Assigned to /).waitFor()
  })
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, mia, async ({ page }) => {
    await opened(page)
    await page
      .getByRole('alert', { name: 'Drafts' })
      .getByText(/arrived after the job was passed on/)
      .waitFor()
    await page.getByRole('button', { name: 'Show drafts' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('option', { name: /car/ }).waitFor()
    await page.getByRole('alert', { name: 'Drafts' }).waitFor({ state: 'detached' })
  })
})
