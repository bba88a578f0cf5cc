import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addComparison } from '../../src/store/project/quality/comparisonSums.ts'
import { addToPairs } from '../../src/store/project/quality/pairSums.ts'
import { putScoredWork } from '../../src/store/project/quality/scoredWork.ts'
import { addToSums } from '../../src/store/project/quality/sums.ts'
import { browserSkip } from '../browser.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { goTo, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person
let people: Record<'ann' | 'ben' | 'cleo', Person>

const DAY_MS = 86_400_000

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({}, { boxes: tagOf('image2d') }))
  const join = (role: 'manager' | 'annotator') => Person.join(stage.admin, role, [tenant.projectId])
  manager = await join('manager')
  people = { ann: await join('annotator'), ben: await join('annotator'), cleo: await join('annotator') }
  // As work of three weeks leaves it: ann is good, ben confuses vans with cars, cleo has only just come.
  for (let day = 0; day < 20; day++) {
    await work(people.ann, day, { jobs: 5, score: 0.95, car: [20, 1, 0], van: [6, 0, 0] })
    await work(people.ben, day, { jobs: 4, score: 0.8 + day / 200, car: [14, 2, 3], van: [2, 4, 1] })
  }
  await work(people.cleo, 0, { jobs: 2, score: 1, car: [4, 0, 0], van: [1, 0, 0] })
  const { pool } = stage.database
  const of = { projectId: tenant.projectId, tag: 'boxes' }
  const [ann, ben, cleo] = [people.ann.userId, people.ben.userId, people.cleo.userId]
  for (let job = 0; job < 12; job++) await addToPairs(pool, of, [{ people: [ann, ben], score: 0.8, at: new Date() }])
  await addToPairs(pool, of, [{ people: [cleo, ann], score: 0.55, at: new Date() }])
  for (const [who, score] of [
    ['ann', 0.7],
    ['ben', 0.2],
    ['ben', 0.4],
  ] as const)
    await found(people[who], score)
})
after(() => stage?.clear())

interface Work {
  jobs: number
  score: number
  car: readonly number[]
  van: readonly number[]
}

async function work({ userId }: Person, daysAgo: number, { jobs, score, car, van }: Work): Promise<void> {
  const { pool } = stage.database
  const place = {
    projectId: tenant.projectId,
    submittedAt: new Date(Date.now() - daysAgo * DAY_MS),
    tag: 'boxes',
    userId,
  }
  await addToSums(pool, place, {
    jobs,
    accepted: jobs - 1,
    fixed: 1,
    scored: jobs,
    scoreSum: jobs * score,
    gold: 1,
    goldPassed: 1,
    goldScoreSum: score,
  })
  const classes = Object.entries({ car, van }).map(([label, [tp, onlyA, onlyB]]) => {
    return { label, tp, onlyA, onlyB, quality: tp * score }
  })
  const confusion = [
    { a: 'car', b: 'car', count: car[0] },
    { a: 'van', b: 'van', count: van[0] },
    ...(van[1] ? [{ a: 'van', b: 'car', count: van[1] }] : []),
  ]
  await addComparison(pool, place, { classes, attributes: [], confusion })
}

async function found({ userId }: Person, score: number): Promise<void> {
  const referenceId = `street-${score * 10}`
  const jobId = await queuedImage(stage, tenant, 'boxes', { reference_id: referenceId })
  await putScoredWork(stage.database.pool, {
    projectId: tenant.projectId,
    jobId,
    referenceId,
    userId,
    score,
    source: 'review',
    tag: 'boxes',
    at: new Date(),
    over: ['result-1', 'submission-1'],
    objects: [{ trackId: randomUUID(), label: 'car', frame: 0, state: 'missing', likeness: 0 }],
  })
}

const at = (query: string) => `/projects/${tenant.projectId}/quality${query}`

test('a manager reads the figures of quality', { skip }, (t) =>
  visit(stage.service.baseUrl, at('?by=person&sort=-review'), manager, async ({ page, faults }) => {
    await t.test('a manager sees who is good at what, who agrees with whom, and no rank of those with few jobs', () =>
      whoIsGood(page),
    )
    await t.test("a person's own page for the manager has the figures of their work alone", () => onePerson(page))
    assert.deepEqual(faults, [])
  }),
)

async function whoIsGood(page: Page): Promise<void> {
  await page.getByRole('figure', { name: 'Score in reviews' }).waitFor()
  const table = page.getByRole('table', { name: 'Person' })
  await table.getByRole('row').nth(3).waitFor()
  const order = await table.getByRole('row').allInnerTexts()
  const placeOf = ({ email }: Person) => order.findIndex((row) => row.includes(email))
  // Who has 1 of 1, yet too few jobs, is not above the others.
  assert.deepEqual([placeOf(people.ann), placeOf(people.ben), placeOf(people.cleo)], [1, 2, 3])
  assert.match(order[3], /few jobs/)
  assert.match(order[1], /95%\s*\d+% to \d+%/)

  const matrix = page.getByRole('region', { name: 'People by class' })
  const ofBen = matrix.getByRole('row').filter({ hasText: people.ben.email })
  assert.deepEqual(await ofBen.locator('.heat[data-ranked=true]').count(), 2)
  const ofCleo = matrix.getByRole('row').filter({ hasText: people.cleo.email })
  assert.deepEqual(
    [await ofCleo.locator('.heat[data-ranked=true]').count(), await ofCleo.getByRole('cell').count()],
    [0, 2],
  )
  const pairs = page.getByRole('region', { name: 'Agreement of pairs' })
  assert.equal(await pairs.locator('.heat[data-ranked=true]').count(), 2)
  assert.equal(await pairs.getByText('80%').count(), 2)
  assert.deepEqual(await seriousViolations(page), [])

  const worst = page.getByRole('table', { name: 'Worst jobs' })
  const jobs = () => worst.getByRole('link').allInnerTexts()
  await worst.getByRole('link', { name: 'street-7' }).waitFor()
  assert.deepEqual(await jobs(), ['street-2', 'street-4', 'street-7'])
  await worst.getByRole('button', { name: 'Score' }).click()
  await page.waitForURL(/jobs=-score/)
  assert.deepEqual(await jobs(), ['street-7', 'street-4', 'street-2'])
}

async function onePerson(page: Page): Promise<void> {
  await goTo(page, at('?by=person'))
  const table = page.getByRole('table', { name: 'Person' })
  await table.getByRole('button', { name: people.ben.email }).click()
  await page.getByRole('heading', { name: people.ben.email }).waitFor()
  const worst = page.getByRole('table', { name: 'Worst jobs' })
  await worst.getByText('street-4').waitFor()
  await worst.getByText('street-7').waitFor({ state: 'detached' })
  await page.getByText('Class', { exact: true }).first().click()
  const classes = page.getByRole('table', { name: 'Class' })
  // Twenty days of four that are missing.
  await classes.getByRole('row', { name: /^van .*80/ }).waitFor()
  // What ben alone takes for what; of everyone it is more.
  const cars = page.getByRole('row', { name: /^car 280/ })
  await cars.waitFor()
  await page.getByRole('button', { name: 'Everyone' }).click()
  await page.getByRole('row', { name: /^car 684/ }).waitFor()
}

test('people see their own scores by day up to yesterday, and nothing that reveals the number of checks', {
  skip,
}, async () => {
  const path = `/api/me/quality?project_id=${tenant.projectId}`
  const { days, classes } = await people.ben.get<{ days: { score: number }[]; classes: object[] }>(path)
  assert.equal(days.length, 19)
  // Four reviews and one gold job, as one.
  assert.ok(Math.abs(days[18].score - 0.805) < 1e-9)
  assert.deepEqual(Object.keys(days[18]).sort(), ['day', 'jobs', 'score'])
  assert.deepEqual(classes, [
    { key: 'car', by_figure: { precision: 0.82, recall: 0.88, f1: 0.85, pq: 0.72 } },
    { key: 'van', by_figure: { precision: 0.67, recall: 0.33, f1: 0.44, pq: 0.38 } },
  ])
  await visit(stage.service.baseUrl, '/account/work', people.ben, async ({ page, faults }) => {
    await page.getByRole('figure', { name: 'Score by day' }).locator('.recharts-line path').first().waitFor()
    await page.getByRole('row', { name: /^van 33\.?0?% 67\.?0?% 38/ }).waitFor()
    assert.deepEqual(faults, [])
  })
})

test('reviewers see the figures without people, and a project without checks says what is missing', {
  skip,
}, async () => {
  const rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  await visit(stage.service.baseUrl, at(`?by=person&person=${people.ann.userId}`), rita, async ({ page }) => {
    await page.getByRole('table', { name: 'Worst jobs' }).waitFor()
    assert.equal(await page.getByText(people.ann.email).count(), 0)
    assert.equal(await page.getByRole('region', { name: 'People by class' }).count(), 0)
  })
  const empty = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const lead = await Person.join(stage.admin, 'manager', [empty.projectId])
  await visit(stage.service.baseUrl, `/projects/${empty.projectId}/quality`, lead, async ({ page }) => {
    await page.getByText('No work submitted in this period').waitFor()
  })
})
