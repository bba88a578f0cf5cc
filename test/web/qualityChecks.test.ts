import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { GoldJobRow } from '../../src/client/types/gold.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person
let annotator: Person
let jobId: string

const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ review: false }, { boxes: tagOf('image2d') }))
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  jobId = await queuedImage(stage, tenant, 'boxes', { reference_id: 'crossing-7' })
  await tenant.submitResult(jobId, TRUTH)
  await tenant.reached(jobId, 'completed')
})
after(() => stage?.clear())

const at = (place: string) => `/projects/${tenant.projectId}/${place}`
const goldOf = async () => (await stage.admin.get<{ gold: GoldJobRow[] }>(tenant.path('/gold'))).gold

test('a manager makes a job gold, corrects its truth, and stops using it', { skip }, () =>
  visit(stage.service.baseUrl, at('quality?view=gold'), manager, async ({ page, faults }) => {
    await page.getByText('No gold jobs yet').waitFor()
    await page.goto(stage.service.baseUrl + at(`jobs/${jobId}`))
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Use as gold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Use as gold' }).click()
    await page.getByRole('region', { name: 'Quality' }).getByText('No one has had it yet').waitFor()
    assert.deepEqual(
      (await goldOf()).map((gold) => gold.job_id),
      [jobId],
    )
    await page.goto(stage.service.baseUrl + at('quality?view=gold&sort=-given'))
    const row = page.getByRole('row', { name: /crossing-7/ })
    await row.getByRole('button', { name: /Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Correct the ground truth' }).click()
    await dialog.getByLabel('A result document from a file').check()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Result document', exact: true }).click(),
    ])
    const file = Buffer.from(JSON.stringify({ type: 'image2d', data: { annotations: { rectangles: [] } } }))
    await chooser.setFiles({ name: 'truth.json', mimeType: 'application/json', buffer: file })
    await dialog.getByRole('button', { name: 'Correct the ground truth' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await seriousViolations(page), [])
    await row.getByRole('button', { name: /Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Stop using as gold' }).click()
    await dialog.getByRole('button', { name: 'Stop using as gold' }).click()
    await page.getByText('No gold jobs yet').waitFor()
    assert.deepEqual(await goldOf(), [])
    assert.deepEqual(faults, [])
  }),
)

test('an annotator is shown nothing of gold', { skip }, async () => {
  await stage.admin.put(tenant.path(`/jobs/${jobId}/gold`), { from: 'result' })
  await visit(stage.service.baseUrl, at(`jobs/${jobId}`), annotator, async ({ page, faults }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByRole('heading', { name: 'crossing-7' }).waitFor()
    await page.getByText('History').waitFor()
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /gold/i)
    await page.goto(stage.service.baseUrl + at('quality?view=gold'))
    await page.getByRole('tab', { name: 'Progress' }).waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Quality' }).count(), 0)
    assert.deepEqual(
      asked.filter((path) => /gold|\/quality/.test(path) && path.startsWith('/api')),
      [],
    )
    assert.deepEqual(faults, [])
  })
})

test('an annotator reads feedback and contests it; the lead takes the submission as the truth', { skip }, async () => {
  const gold = { share: 1, pass: 0.8, feedback: true }
  const checked = await Tenant.create(stage.admin, { review: false }, { boxes: tagOf('image2d', { gold }) })
  const source = await queuedImage(stage, checked, 'boxes', { reference_id: 'bridge-2' })
  await stage.admin.put(checked.path(`/jobs/${source}/gold`), { data: { annotations: { rectangles: [] } } })
  await queuedImage(stage, checked, 'boxes')
  const [ann, lead] = [
    await Person.join(stage.admin, 'annotator', [checked.projectId]),
    await Person.join(stage.admin, 'manager', [checked.projectId]),
  ]
  const { job } = await ann.post<{ job: QueueRowAnswer | null }>('/api/next')
  assert.ok(job)
  const { version, tag } = await open(ann, job.jobId)
  await save(ann, job.jobId, version, [drawBox(tag.classes[0].classId)])
  await ann.post(`/api/jobs/${job.jobId}/submit`, { version: version + 1 })
  const scored = (score: number) =>
    until(async () => {
      const { gold: rows } = await stage.admin.get<{ gold: GoldJobRow[] }>(checked.path('/gold'))
      return rows[0].mean_score === score ? true : null
    })
  await scored(0)
  await visit(stage.service.baseUrl, '/account/work', ann, async ({ page, faults }) => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Feedback' }).click()
    await dialog.getByText('Not passed').waitFor()
    await dialog.getByRole('link', { name: 'Compare with the ground truth' }).click()
    await page
      .getByRole('listbox', { name: 'Differences' })
      .getByRole('option', { name: /^car Extra$/ })
      .waitFor()
    await page.goto(`${stage.service.baseUrl}/account/work`)
    await page.getByRole('button', { name: 'Appeal…' }).click()
    await dialog.getByLabel('What is wrong with the verdict?').fill('There is a car.')
    await dialog.getByRole('button', { name: 'Appeal' }).click()
    await page.getByRole('region', { name: 'Your appeals' }).getByText('There is a car.').waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /gold/i)
    assert.deepEqual(faults, [])
  })
  const figures = `/projects/${checked.projectId}/quality`
  await visit(stage.service.baseUrl, figures, lead, async ({ page, faults }) => {
    const objects = page.getByRole('table', { name: 'Worst objects' })
    await objects.getByRole('row', { name: /bridge-2 car Extra Gold/ }).waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.getByRole('table', { name: 'Worst jobs' }).getByRole('link', { name: 'bridge-2' }).click()
    await page
      .getByRole('listbox', { name: 'Differences' })
      .getByRole('option', { name: /^car Extra$/ })
      .waitFor()

    await page.goto(`${stage.service.baseUrl}${figures}?view=contests`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Decide…' }).click()
    await dialog.getByLabel('Uphold: the submission is the ground truth').check()
    await dialog.getByLabel('Answer').fill('You are right.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await page.getByText('No open appeals').waitFor()
    assert.deepEqual(await seriousViolations(page), [])

    await scored(1)
    await page.goto(stage.service.baseUrl + figures)
    await page.getByText('No check has found anything wrong in this period.').waitFor()
    assert.equal(await page.getByRole('table', { name: 'Worst jobs' }).count(), 0, 'the truth says so now')
    assert.deepEqual(faults, [])
  })
  const own = await ann.get<{ contests: { state: string; answer: string }[] }>(
    `/api/me/contests?project_id=${checked.projectId}`,
  )
  assert.deepEqual(
    own.contests.map(({ state, answer }) => [state, answer]),
    [['upheld', 'You are right.']],
  )
})
