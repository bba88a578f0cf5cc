import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileUrl } from '../../src/formats/workbench/job.ts'
import { inParallel } from '../support/apiClient.ts'
import { batchOf, open, save } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { Acts, type Compared, compareAll } from './acts.ts'
import { exported, reached } from './reached.ts'
import { firstFiles, type Subject } from './subjects.ts'

/** Requests that a browser makes at the same moment. */
const CONNECTIONS = 6
/** Repetitions of acts that can be repeated on one job. */
const SAMPLES = 3

/** The effort for figures that others rely on; a short form, which only checks that all works, leaves it out. */
export interface Care {
  /** So many small ones for each large one. */
  smallJobs: number
  /** The first small one is not counted. */
  warmsUp: boolean
  /** Until both processes have cleared away what opening took. */
  pauseMs: number
}

interface Office {
  stage: OwnStage
  tenant: Tenant
  ann: Person
}

export interface Pair {
  small: Subject
  large: Subject
}

/** Compares large jobs with small ones of their kind, from submission to export. */
export async function oneJob(
  pairs: readonly Pair[],
  care: Care,
  env: Readonly<Record<string, string>> = {},
): Promise<Compared[][]> {
  const stage = await setOwnStage(env)
  try {
    const found: Compared[][] = []
    for (const { small, large } of pairs) {
      const tenant = await Tenant.create(stage.admin, {}, { it: tagOf(small.operation) })
      const office = { stage, tenant, ann: await Person.join(stage.admin, 'annotator', [tenant.projectId]) }
      const [ofSmall, ofLarge] = [new Acts(), new Acts()]
      if (care.warmsUp) await story(office, small, new Acts(), care)
      for (let job = 0; job < care.smallJobs; job++) await story(office, small, ofSmall, care)
      await story(office, large, ofLarge, care)
      const { grows, unit, size } = large
      found.push(compareAll(ofSmall, ofLarge, { acts: grows, unit, times: size / small.size }))
    }
    return found
  } finally {
    await stage.clear()
  }
}

async function story({ stage, tenant, ann }: Office, subject: Subject, acts: Acts, { pauseMs }: Care): Promise<void> {
  const name = randomUUID()
  const body = { reference_id: name, tag: 'it', ...(await subject.body(stage.files)) }
  const jobId = await acts.act('submit a job', () => tenant.submit(body))
  await acts.act('until it is queued', () => reached(tenant, jobId, 'queued'))
  for (let n = 0; n < SAMPLES; n++) {
    await acts.act('get a job', () => tenant.record(jobId))
    await acts.act('list of jobs', () => tenant.api.get(tenant.path('/jobs')))
    await acts.act('queue', () => ann.get('/api/queue'))
  }
  await acts.act('next job', () => ann.post('/api/next'))
  const at = `/api/jobs/${jobId}`
  const payload = await open(ann, jobId)
  for (let n = 0; n < SAMPLES; n++) {
    await acts.act('open it in the workbench', () => ann.call('GET', at))
    if (payload.labelsUrl) await acts.act('get its labels', () => ann.call('GET', payload.labelsUrl ?? ''))
  }
  // Apart from opening, whose answers this process clears away for a while.
  const files = firstFiles(payload).map((file) => fileUrl(payload, file))
  for (let n = 0; n < 3 * SAMPLES; n++) {
    await acts.act('get its first frame', () => inParallel(files, CONNECTIONS, (url) => ann.call('GET', url)))
  }
  const { classId } = payload.tag.classes[0]
  let { version } = payload
  await sleep(pauseMs)
  for (let n = 0; n < 3 * SAMPLES; n++) {
    version = (await acts.act('save an edit', () => save(ann, jobId, version, subject.stroke(classId)))).version
    const draft = batchOf(version, subject.draft(classId))
    await acts.act('save a draft', () => ann.post(`${at}/drafts`, draft))
  }
  await acts.act('submit the result', () => ann.post(`${at}/submit`, { version }))
  const { result } = await acts.act('until it is completed', () => reached(tenant, jobId, 'completed'))
  await acts.act('get the result', () => tenant.api.call('GET', result ?? ''))
  await acts.act('export it', () => exported(tenant, subject.format, name))
}
