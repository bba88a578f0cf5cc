import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import type { NotificationRow, ShownNotificationSettings } from '../../src/contract/notifications.ts'
import type { MeAnswer } from '../../src/contract/people.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { openMailer } from '../../src/egress/mailer.ts'
import { notificationEmail } from '../../src/formats/notifications/notificationEmail.ts'
import { LANGUAGE_CODES } from '../../src/model/language.ts'
import { NOTICE_KINDS, NOTIFICATION_KINDS, type NotificationChoices } from '../../src/model/notification.ts'
import { startEmails } from '../../src/pipeline/emails/emailSender.ts'
import { addNotice, closeNotices } from '../../src/store/project/notices/notices.ts'
import { tellOfShortConsensus } from '../../src/workflow/quality/shortConsensus.ts'
import { until } from '../support/apiClient.ts'
import { MailServer } from '../support/mailServer.ts'
import { open, queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

/** People hear of what concerns them, in the app and by email, as they choose. */

let stage: OwnStage
let mail: MailServer
before(async () => {
  mail = await MailServer.start()
  stage = await setOwnStage({ SMTP_URL: mail.url, SMTP_FROM: 'Fiducial <labels@example.com>' })
})
after(async () => {
  await stage.clear()
  await mail.stop()
})

const BASE = 'https://labels.example'
const WORK = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }

const notified = (person: Person) =>
  person.get<{ notifications: NotificationRow[]; unread: number }>('/api/me/notifications')
const kindsOf = async (person: Person) => (await notified(person)).notifications.map(({ kind }) => kind)
const choose = (person: Person, choices: NotificationChoices) =>
  person.ok<ShownNotificationSettings>('PATCH', '/api/me/notification-choices', { choices })

async function team(tag: object = {}) {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', tag) })
  const join = (role: 'annotator' | 'reviewer' | 'manager') => Person.join(stage.admin, role, [tenant.projectId])
  return {
    tenant,
    annotator: await join('annotator'),
    reviewer: await join('reviewer'),
    manager: await join('manager'),
  }
}

/** The person annotates the next job, which a reviewer then rejects. */
async function rejectedJob({ tenant, annotator, reviewer }: Awaited<ReturnType<typeof team>>): Promise<string> {
  await queuedImage(stage, tenant, 'boxes')
  const { job } = await annotator.post<{ job: QueueRowAnswer | null }>('/api/next')
  assert.ok(job)
  const { version } = await open(annotator, job.jobId)
  await annotator.post(`/api/jobs/${job.jobId}/submit`, { version })
  await reviewer.post(`/api/jobs/${job.jobId}/claim`)
  const reviewed = await open(reviewer, job.jobId)
  const body = { decision: 'reject', comment: 'the car is missing', version: reviewed.version }
  await reviewer.post(`/api/jobs/${job.jobId}/review`, body)
  return job.jobId
}

/** Sends emails quickly while `act` runs. */
async function sending(act: () => Promise<void>): Promise<void> {
  const mailer = openMailer({ url: mail.url, from: 'Fiducial <labels@example.com>' }, 2000)
  const { pool } = stage.database
  const log = pino({ level: 'silent' })
  const times = { everyMs: 30, gatherMs: 400, retriesMs: [50, 50] }
  const senders = [1, 2].map(() => startEmails({ pool, mailer, log, baseUrl: () => BASE, ...times }))
  try {
    await act()
  } finally {
    for (const sender of senders) await sender.stop()
  }
}

const statesOf = async (person: Person): Promise<string[]> => {
  const { rows } = await stage.database.pool.query<{ state: string }>(
    'select email_state as state from notifications where user_id = $1',
    [person.userId],
  )
  return rows.map(({ state }) => state)
}

test('an annotator is notified of rejected work and reads it, and others are not notified', async () => {
  const people = await team({ review: true })
  const jobId = await rejectedJob(people)
  const { annotator, reviewer, manager } = people
  const { notifications, unread } = await notified(annotator)
  assert.equal(unread, 1)
  const [{ kind, job_id, subject, about, read, notification_id }] = notifications
  const { reference_id } = await people.tenant.record(jobId)
  assert.deepEqual(
    { kind, job_id, subject, about, read },
    {
      kind: 'work_returned',
      job_id: jobId,
      subject: reference_id,
      about: null,
      read: false,
    },
  )
  assert.deepEqual([await kindsOf(reviewer), await kindsOf(manager)], [[], []])
  await manager.post('/api/me/notifications/read', { notification_ids: [notification_id] })
  assert.equal((await notified(annotator)).unread, 1, 'no one marks what is of another')
  await annotator.post('/api/me/notifications/read', { notification_ids: [notification_id] })
  const after = await notified(annotator)
  assert.deepEqual([after.unread, after.notifications[0].read], [0, true])
})

test('people who are named in an issue or wrote in it are notified once, and strangers to the project never', async () => {
  const { tenant, annotator, reviewer, manager } = await team()
  const stranger = await Person.join(stage.admin, 'annotator', [])
  await manager.ok('PATCH', '/api/me', { name: 'Ana María López' })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const text = `Is this a van, @ana maría lópez? And @${reviewer.email.toUpperCase()}, @${stranger.email}: look.`
  const { issueId } = await annotator.post<{ issueId: string }>(`/api/jobs/${jobId}/issues`, { place: {}, text })
  assert.deepEqual(await kindsOf(manager), ['mentioned'])
  assert.deepEqual(await kindsOf(reviewer), ['mentioned'])
  assert.deepEqual([await kindsOf(stranger), await kindsOf(annotator)], [[], []])
  assert.equal((await notified(manager)).notifications[0].about, annotator.email)
  await reviewer.post(`/api/jobs/${jobId}/issues/${issueId}/comments`, { text: `A van, @${annotator.email}.` })
  assert.deepEqual(await kindsOf(annotator), ['mentioned'], 'named, and so not told of the reply besides')
  await annotator.post(`/api/jobs/${jobId}/issues/${issueId}/comments`, { text: 'Thanks' })
  assert.deepEqual(await kindsOf(reviewer), ['replied', 'mentioned'])
})

test('people are offered for a mention by how their names begin: annotators find reviewers and managers alone', async () => {
  const { tenant, annotator, reviewer, manager } = await team()
  const other = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await Person.join(stage.admin, 'reviewer', [])
  await manager.ok('PATCH', '/api/me', { name: 'Ana María López' })
  await reviewer.ok('PATCH', '/api/me', { name: 'R. Ray Jr.' })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const offered = async (person: Person, q = '') =>
    (
      await person.get<{ people: { mention: string }[] }>(`/api/jobs/${jobId}/people?q=${encodeURIComponent(q)}`)
    ).people.map(({ mention }) => mention)
  // Of a name that would not be read back the email is taken.
  assert.deepEqual(await offered(annotator), ['Ana María López', reviewer.email])
  for (const q of ['an', 'MARÍA', 'ana maría l']) assert.deepEqual(await offered(annotator, q), ['Ana María López'], q)
  assert.deepEqual(await offered(annotator, '%'), [])
  assert.ok((await offered(manager)).includes(other.email))
  for (const name of await offered(annotator)) {
    await annotator.post(`/api/jobs/${jobId}/issues`, { place: {}, text: `Look, @${name} please.` })
  }
  assert.deepEqual([await kindsOf(manager), await kindsOf(reviewer)], [['mentioned'], ['mentioned']])
})

test('managers are notified of complete batches and of appeals, but not of kinds that they switched off', async () => {
  const people = await team({ review: true })
  const { tenant, annotator, manager } = people
  const path = `/v1/project/${tenant.projectId}/batch`
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(path, { name: 'Night drives' })
  const jobId = await queuedImage(stage, tenant, 'boxes', { batch_id })
  await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`))
  const [{ kind, subject }] = (await notified(manager)).notifications
  assert.deepEqual({ kind, subject }, { kind: 'batch_completed', subject: 'Night drives' })
  const contested = await rejectedJob(people)
  await annotator.post(`/api/jobs/${contested}/contest`, { comment: 'the car is there' })
  assert.deepEqual(await kindsOf(manager), ['contest_opened', 'batch_completed'])
  assert.ok((await kindsOf(annotator)).every((one) => one === 'work_returned'))
  await choose(manager, { batch_completed: 'off' })
  const again = await tenant.api.post<{ batch_id: string }>(path, { name: 'Rain' })
  const other = await queuedImage(stage, tenant, 'boxes', again)
  await tenant.api.post(tenant.path(`/jobs/${other}/cancel`))
  assert.equal((await kindsOf(manager)).length, 2)
})

test('the author of an appeal is notified of the decision, and a lasting condition notifies managers once', async () => {
  const people = await team({ review: true })
  const { tenant, annotator, manager } = people
  const contested = await rejectedJob(people)
  const { contest_id } = await annotator.post<{ contest_id: string }>(`/api/jobs/${contested}/contest`, {
    comment: 'the car is there',
  })
  await tenant.admin.post(tenant.path(`/contests/${contest_id}`), { decision: 'dismiss', answer: 'It is not.' })
  assert.deepEqual(await kindsOf(annotator), ['contest_decided', 'work_returned'])
  const { pool } = stage.database
  const { projectId } = tenant
  const told = NOTICE_KINDS.filter((kind) => kind !== 'contest_opened')
  const about = { userId: annotator.userId, tag: 'boxes' }
  for (const kind of [...told, ...told]) await addNotice(pool, projectId, { kind, ...about })
  const rows = (await notified(manager)).notifications.slice(0, told.length)
  assert.deepEqual(
    rows.map(({ kind, tag, about }) => [kind, tag, about]),
    told.map((kind) => [kind, 'boxes', annotator.email]).reverse(),
  )
  await closeNotices(pool, projectId, { kinds: ['person_paused'], ...about })
  await addNotice(pool, projectId, { kind: 'person_paused', ...about })
  assert.deepEqual((await kindsOf(manager)).slice(0, 2), ['person_paused', told.at(-1)])
  assert.equal((await kindsOf(annotator)).length, 2, 'annotators hear nothing of gold')
})

test('managers are notified of a receiver that no longer exists', async () => {
  const { tenant, manager } = await team()
  await tenant.admin.put(tenant.path('/callback'), { url: stage.receiver.url, enabled: true })
  stage.receiver.answer = () => ({ status: 410 })
  await tenant.submitResult(await queuedImage(stage, tenant, 'boxes'), WORK)
  await until(async () => ((await kindsOf(manager)).includes('receiver_failing') ? true : null))
  stage.receiver.answer = () => ({ status: 200 })
})

test('managers are notified of a consensus job that too few people can do', async () => {
  const { tenant, annotator, manager } = await team({ consensus: { annotators: 9, agreement: 0.9 } })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await annotator.post('/api/next')
  await tellOfShortConsensus(stage.database.pool, 0)
  const [{ kind, job_id }] = (await notified(manager)).notifications
  assert.deepEqual([kind, job_id], ['consensus_short', jobId])
})

test('notifications that come together go as one email with links, once, though two processes send', async () => {
  const people = await team({ review: true })
  const { annotator, tenant } = people
  assert.equal((await choose(annotator, { work_returned: 'email' })).choices.work_returned, 'email')
  const jobs = [await rejectedJob(people), await rejectedJob(people)]
  await sending(async () => {
    await until(async () => ((await statesOf(annotator)).every((state) => state === 'sent') ? true : null))
    const own = mail.received.filter(({ to }) => to.includes(annotator.email))
    assert.equal(own.length, 1)
    const [{ content }] = own
    for (const jobId of jobs) assert.ok(content.includes(`${BASE}/jobs/${jobId}`))
    assert.match(content, /^Subject: 2 notifications from Fiducial/m)
    assert.match(content, /^Auto-Submitted: auto-generated/im)
    assert.match(content, /text\/plain[\s\S]*text\/html/)
    assert.ok(content.includes(`${BASE}/account`) && content.includes((await tenant.record(jobs[0])).reference_id))
  })
  assert.equal(mail.received.filter(({ to }) => to.includes(annotator.email)).length, 1)
})

test('a person who left the project, or no longer manages it, reads no more of it and gets no email about it', async () => {
  const people = await team({ review: true })
  const { tenant, annotator, manager } = people
  const path = `/v1/project/${tenant.projectId}/batch`
  await choose(manager, { batch_completed: 'email' })
  await choose(annotator, { work_returned: 'email' })
  const made = await tenant.api.post<{ batch_id: string }>(path, { name: 'Night drives' })
  await tenant.api.post(tenant.path(`/jobs/${await queuedImage(stage, tenant, 'boxes', made)}/cancel`))
  await rejectedJob(people)
  assert.deepEqual([await kindsOf(manager), await kindsOf(annotator)], [['batch_completed'], ['work_returned']])
  const admin = await Person.join(stage.admin, 'admin')
  await admin.ok('PATCH', `/api/people/${manager.userId}`, { role: 'annotator' })
  await admin.ok('PATCH', `/api/people/${annotator.userId}`, { projects: [] })
  const other = await team({ review: true })
  await choose(other.annotator, { work_returned: 'email' })
  await rejectedJob(other)
  await sending(async () => {
    await until(async () => ((await statesOf(other.annotator)).every((state) => state === 'sent') ? true : null))
  })
  for (const person of [manager, annotator]) {
    assert.equal(mail.received.filter(({ to }) => to.includes(person.email)).length, 0)
    const { notifications, unread } = await notified(person)
    assert.deepEqual([notifications, unread], [[], 0])
  }
})

test('emails come in the language in which the person last used the pages', async () => {
  const people = await team({ review: true })
  const { annotator, tenant } = people
  assert.equal((await annotator.get<MeAnswer>('/api/me')).language, null)
  const asked = await annotator.ok<MeAnswer>('PATCH', '/api/me', { language: 'es' })
  assert.deepEqual([asked.language, asked.name], ['es', null], 'the name stays as it was')
  assert.equal((await annotator.call('PATCH', '/api/me', { language: 'tlh' })).status, 400)
  await choose(annotator, { work_returned: 'email' })
  const jobId = await rejectedJob(people)
  await sending(async () => {
    await until(async () => ((await statesOf(annotator)).every((state) => state === 'sent') ? true : null))
  })
  const [{ content }] = mail.received.filter(({ to }) => to.includes(annotator.email))
  assert.ok(content.includes(`${(await tenant.record(jobId)).reference_id} se ha rechazado`))
  assert.match(content, /^Elija /m)
  for (const language of LANGUAGE_CODES) {
    const noticed = { projectId: 'p', projectName: 'P', jobId: 'j', tag: 'the tag', subject: 'the job', about: '{tag}' }
    const all = NOTIFICATION_KINDS.map((kind) => ({ kind, ...noticed }))
    const { text } = notificationEmail(all, BASE, language)
    assert.doesNotMatch(text.replaceAll('{tag}', ''), /[{}]|undefined/, language)
    assert.match(text, /the job/)
  }
})

test('a server that is busy is tried again, and one that stays busy is given up', async () => {
  const people = await team({ review: true })
  const { annotator } = people
  await choose(annotator, { work_returned: 'email' })
  await rejectedJob(people)
  mail.answers.push(451)
  await sending(async () => {
    await until(async () => ((await statesOf(annotator)).every((state) => state === 'sent') ? true : null))
  })
  assert.equal(mail.received.filter(({ to }) => to.includes(annotator.email)).length, 1)
  await rejectedJob(people)
  const before = mail.attempts
  mail.answers.push(451, 451, 451, 451)
  await sending(async () => {
    await until(async () => ((await statesOf(annotator)).includes('failed') ? true : null))
  })
  assert.equal(mail.attempts - before, 3, 'the first and two more')
  mail.answers.length = 0
})

test('names of customers stay text in the HTML of an email and cannot add lines to its head', () => {
  const one = { kind: 'work_returned', projectId: 'p', jobId: 'j', tag: null, about: null } as const
  const made = notificationEmail([{ ...one, projectName: 'A & B', subject: '<b>x</b>\r\nBcc: all@example.com' }], BASE)
  assert.ok(made.html.includes('&lt;b&gt;x&lt;/b&gt;') && made.html.includes('A &amp; B') && !made.html.includes('<b>'))
  assert.ok(!/[\r\n]/.test(made.subject))
})

test('returned gold notifies its annotator like other work', async () => {
  const people = await team({ review: true })
  const { tenant, annotator, reviewer } = people
  const newsOf = async () => {
    const jobId = await rejectedJob(people)
    const issue = await annotator.post<{ issueId: string }>(`/api/jobs/${jobId}/issues`, {
      place: {},
      text: 'Which car?',
    })
    for (const text of [`@${annotator.email} the red one`, 'on the left'])
      await reviewer.post(`/api/jobs/${jobId}/issues/${issue.issueId}/comments`, { text })
    await annotator.post(`/api/jobs/${jobId}/claim`)
    await annotator.post(`/api/jobs/${jobId}/submit`, { version: (await open(annotator, jobId)).version })
    const { notifications } = await notified(annotator)
    return notifications.filter(({ job_id }) => job_id === jobId).map(({ kind, project_id }) => [kind, project_id])
  }
  const ordinary = await newsOf()
  assert.deepEqual(ordinary.length, 3)
  const source = await queuedImage(stage, tenant, 'boxes')
  await stage.admin.put(tenant.path(`/jobs/${source}/gold`), { data: WORK })
  const gold = { share: 1, pass: 0.8, action: 'flag', feedback: false } as const
  await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { review: true, gold }))
  assert.deepEqual(await newsOf(), ordinary)
})

test('events on private copies of gold do not reveal their annotator', async () => {
  const gold = { share: 1, pass: 0.8, action: 'flag', feedback: false }
  const { tenant, annotator, manager } = await team({ gold })
  const source = await queuedImage(stage, tenant, 'boxes')
  await stage.admin.put(tenant.path(`/jobs/${source}/gold`), { data: WORK })
  await queuedImage(stage, tenant, 'boxes')
  const { job } = await annotator.post<{ job: QueueRowAnswer | null }>('/api/next')
  assert.ok(job && job.jobId !== source)
  const text = `@${manager.email} is this right?`
  await annotator.post(`/api/jobs/${job.jobId}/issues`, { place: {}, text })
  assert.deepEqual([await kindsOf(manager), await kindsOf(annotator)], [[], []])
})

test('a choice that there is not is refused', async () => {
  const { annotator } = await team()
  const path = '/api/me/notification-choices'
  for (const choices of [{ work_returned: 'sms' }, { lunch: 'app' }]) {
    assert.equal((await annotator.call('PATCH', path, { choices })).status, 400)
  }
  const settings = await annotator.get<ShownNotificationSettings>(path)
  assert.equal(settings.email, true)
  assert.ok(Object.values(settings.choices).every((choice) => choice === 'app'))
})
