import { randomBytes } from 'node:crypto'
import { FiducialClient } from '../client/fiducialClient.ts'
import { FiducialError } from '../client/fiducialError.ts'
import type { JobBody } from '../client/types/jobs.ts'
import { DEMO_PROJECTS, type DemoJob, type DemoProject } from './catalogue.ts'
import type { DemoState, KnownProject } from './demoState.ts'

export interface SetUpOptions {
  /** A client with the admin key. */
  admin: FiducialClient
  memory: DemoState
  /** Where callbacks go, the project's key put after it. */
  callbacksUrl: string
  /** The address of the demo's model. */
  assistantUrl: string
}

/** Makes the projects that are not there yet, and turns the callbacks of the others to where the receiver is now. */
export async function ensureProjects({ admin, memory, callbacksUrl, assistantUrl }: SetUpOptions): Promise<void> {
  const there = new Set((await admin.admin.projects()).map((project) => project.project_id))
  for (const project of DEMO_PROJECTS) {
    const known = memory.project(project.key)
    const url = callbacksUrl + project.key
    if (known && there.has(known.project_id)) {
      const own = admin.forProject(known.project_id)
      if ((await own.admin.callback()).url !== url) await own.admin.setCallback({ url })
    } else memory.keep(project.key, await makeProject(admin, project, url))
    const hasObjects = Object.values(project.tags).some(({ operation }) => operation !== 'segmentation3d')
    if (hasObjects) await helpWith(admin.forProject(memory.project(project.key)!.project_id), assistantUrl)
  }
}

/** The model suggests objects as soon as a job is ready for people. */
async function helpWith(client: FiducialClient, url: string): Promise<void> {
  await client.assistants.put('street', {
    carrier: 'http',
    url,
    auto: { verb: 'predict', on: 'queued' },
    // It shares its process with the whole street, which is drawn only once someone asks for it.
    timeout_seconds: 300,
    max_in_flight: 1,
  })
}

async function makeProject(admin: FiducialClient, project: DemoProject, url: string): Promise<KnownProject> {
  const { name, base, review, tags, pointCloudFrame } = project
  const serviceKey = randomBytes(18).toString('base64url')
  const made = await admin.admin.createProject({
    name,
    base,
    review,
    callback: { url, service_key: serviceKey },
    point_cloud_frame: pointCloudFrame,
  })
  const own = admin.forProject(made.project_id)
  for (const [tag, body] of Object.entries(tags)) await own.admin.setTag(tag, body)
  const { key } = await own.admin.createKey('the program that submits results', ['annotate', 'read'])
  return { ...made, annotator_key: key, service_key: serviceKey }
}

/** A job that exists in the service. */
export interface SubmittedJob {
  demo: DemoJob
  jobId: string
  /** With the project's own key, as a customer has it. */
  customer: FiducialClient
  /** A client with a key that may submit results. */
  annotator: FiducialClient
}

/** Sends every job; those of an earlier start are found again by their reference_ids. */
export async function submitJobs(
  baseUrl: string,
  memory: DemoState,
  jobs: readonly DemoJob[],
  signal: AbortSignal,
): Promise<SubmittedJob[]> {
  const submitted: SubmittedJob[] = []
  for (const demo of jobs) {
    const known = memory.project(demo.project)!
    const client = (apiKey: string) => new FiducialClient({ baseUrl, apiKey, projectId: known.project_id })
    const customer = client(known.api_key)
    const jobId = await submit(customer, demo.job.body as JobBody, signal)
    submitted.push({ demo, jobId, customer, annotator: client(known.annotator_key) })
  }
  return submitted
}

async function submit(customer: FiducialClient, body: JobBody, signal: AbortSignal): Promise<string> {
  try {
    return (await customer.jobs.create(body, { existing: 'accept', signal })).job_id
  } catch (error) {
    // Another port or another version of the street changes the payload, but the job exists all the same.
    if (error instanceof FiducialError && error.code === 'FS_0001') return String(error.metaData.job_id)
    throw error
  }
}
