import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FiducialClient } from '../client/fiducialClient.ts'
import { FiducialError } from '../client/fiducialError.ts'
import type { JobBody, JobRecord } from '../client/types/jobs.ts'
import type { JobStage } from '../client/types/words.ts'
import { StreetAssistant } from './assistant/streetAssistant.ts'
import { DEMO_PROJECTS, demoJobs } from './catalogue.ts'
import { CustomerServer } from './customerServer.ts'
import type { DemoOptions } from './demoOptions.ts'
import { DemoState } from './demoState.ts'
import { FileShelf } from './fileShelf.ts'
import { Inbox } from './inbox.ts'
import { ensureProjects, type SubmittedJob, submitJobs } from './setUp.ts'

const POLL_MS = 250
const CALLBACK_WAIT_MS = 60_000
const BEING_CHECKED: readonly JobStage[] = ['created', 'validating']

/**
 * Advances a job until it waits for people, or, if the program is its annotator, until the ground truth that it submits
 * has become a result or waits for a reviewer.
 */
async function driveJob(job: SubmittedJob, signal: AbortSignal): Promise<JobRecord> {
  const { demo, jobId, customer } = job
  const checked = await whileIn(job, BEING_CHECKED, signal)
  if (checked.stage === 'failed') {
    // An earlier run was ended before its files were fetched; this one serves them, maybe elsewhere.
    await customer.jobs.retry(jobId, (demo.job.body as JobBody).data, { signal })
    const again = await whileIn(job, BEING_CHECKED, signal)
    if (again.stage === 'failed') return again
  }
  if (!demo.byProgram) return customer.jobs.get(jobId, { signal })
  if ((await customer.jobs.get(jobId, { signal })).stage === 'queued') await submitTruth(job, signal)
  return whileIn(job, ['assembling'], signal)
}

async function submitTruth({ demo, jobId, annotator }: SubmittedJob, signal: AbortSignal): Promise<void> {
  try {
    await annotator.jobs.submitResult(jobId, demo.truth(), { signal })
  } catch (error) {
    // A person at the browser was faster.
    if (!(error instanceof FiducialError) || error.code !== 'JOB_STATE') throw error
  }
}

async function whileIn(job: SubmittedJob, stages: readonly JobStage[], signal: AbortSignal): Promise<JobRecord> {
  for (;;) {
    const record = await job.customer.jobs.get(job.jobId, { signal })
    if (!stages.includes(record.stage)) return record
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** True once the verified callback of a finished job is in the inbox; asks for those of earlier runs again. */
async function callbackArrived(
  { jobId, customer }: SubmittedJob,
  record: JobRecord,
  inbox: Inbox,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = () => inbox.hasVerified(jobId, record.status.toUpperCase())
  const deliveries = isThere() ? [] : await customer.jobs.deliveries(jobId, { signal })
  if (deliveries.some(({ status }) => status !== 'pending') && !isThere()) {
    await customer.jobs.resendCallbacks(jobId, { signal })
  }
  for (let leftMs = CALLBACK_WAIT_MS; !isThere() && leftMs > 0; leftMs -= POLL_MS) {
    await sleep(POLL_MS, undefined, { signal })
  }
  return isThere()
}

type Print = (text: string) => void

/** Starts the customer's server, creates what is missing, completes every job, and serves until it is stopped. */
export async function runDemo(options: DemoOptions, signal: AbortSignal, print: Print): Promise<void> {
  const memory = new DemoState(options.folder)
  const inbox = new Inbox(join(options.folder, 'callbacks.ndjson'))
  const shelf = new FileShelf()
  const assistant = new StreetAssistant()
  const server = await CustomerServer.start([memory.port ?? options.port, 0], {
    inbox,
    assist: (verb, body) => assistant.answer(verb, body),
    readFile: (path) => shelf.read(path),
    secretsOf: (project) => memory.project(project),
  })
  memory.port = server.port
  try {
    await showEverything({ options, memory, inbox, shelf, server, assistant, signal, print })
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    // Told to stop in the middle, every call and pause ends with the signal's reason.
    if (!signal.aborted) throw error
  } finally {
    await server.stop()
  }
}

interface Stage {
  options: DemoOptions
  memory: DemoState
  inbox: Inbox
  shelf: FileShelf
  server: CustomerServer
  assistant: StreetAssistant
  signal: AbortSignal
  print: Print
}

async function showEverything(stage: Stage): Promise<void> {
  const { options, memory, inbox, shelf, server, assistant, signal, print } = stage
  print('\nThe demo makes its projects and sends its jobs; the first time this takes about half a minute.')
  const admin = new FiducialClient({ baseUrl: options.localUrl, apiKey: options.adminKey })
  const [callbacksUrl, assistantUrl] = [`${server.url}/callbacks/`, `${server.url}/assistant`]
  await ensureProjects({ admin, memory, callbacksUrl, assistantUrl })
  const jobs = demoJobs(`${server.url}/files/`)
  assistant.learn(jobs)
  for (const { job, street } of jobs) shelf.add(street, job.files)
  const submitted = await submitJobs(options.localUrl, memory, jobs, signal)
  print(whereToLook(stage))
  const seen: { job: SubmittedJob; record: JobRecord; called: boolean }[] = []
  for (const job of submitted) {
    const record = await driveJob(job, signal)
    const isFinished = record.status === 'completed' || record.status === 'failed'
    const called = isFinished && (await callbackArrived(job, record, inbox, signal))
    seen.push({ job, record, called })
    print(rowOf(job, record, called))
  }
  print(summary(stage, seen))
}

function whereToLook({ options, memory, server }: Stage): string {
  const example = memory.project(DEMO_PROJECTS[0].key)!
  return [
    '',
    `  People annotate and review at   ${options.baseUrl}`,
    `  Callbacks are received at       ${server.url}/inbox`,
    ...DEMO_PROJECTS.map(({ key, name }) => `  ${name.padEnd(30)}  ${memory.project(key)?.project_id}`),
    '',
    '  A project as its customer sees it:',
    `  curl -H 'x-api-key: ${example.api_key}' ${options.baseUrl}/v0/projects/${example.project_id}/details`,
    '',
    `  ${'job'.padEnd(18)}${'kind'.padEnd(20)}state`,
  ].join('\n')
}

function rowOf({ demo }: SubmittedJob, record: JobRecord, called: boolean): string {
  const name = `  ${demo.job.body.reference_id.padEnd(18)}${demo.kind.padEnd(20)}`
  if (record.stage === 'completed') {
    return `${name}completed, ${record.annotations} annotations, callback ${called ? 'received and verified' : 'missing'}`
  }
  if (record.stage === 'queued') return `${name}waits for an annotator`
  if (record.stage === 'in_review') return `${name}waits for a reviewer`
  return `${name}${record.stage}${record.error ? `: ${record.error.message}` : ''}`
}

function summary({ options }: Stage, seen: { job: SubmittedJob; record: JobRecord; called: boolean }[]): string {
  const count = (stage: JobRecord['stage']) => seen.filter(({ record }) => record.stage === stage).length
  const completed = count('completed')
  const called = seen.filter((one) => one.called && one.record.stage === 'completed').length
  const isWell = completed === called && count('failed') === 0
  const facts = `${completed} jobs completed, ${called} callbacks verified`
  const people = `${count('queued')} jobs wait for annotators, ${count('in_review')} for a reviewer at ${options.baseUrl}`
  return `\n${isWell ? 'Everything arrived' : 'Not everything arrived'}: ${facts}; ${people}. Ctrl+C stops the demo.`
}
