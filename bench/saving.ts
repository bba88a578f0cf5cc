import { setTimeout as sleep } from 'node:timers/promises'
import { drawBox, open, queuedImage, save } from '../test/support/office.ts'
import { type OwnStage, setOwnStage } from '../test/support/ownStage.ts'
import { Person } from '../test/support/person.ts'
import { tagOf } from '../test/support/samples.ts'
import { Tenant } from '../test/support/tenant.ts'
import { atMost, type BenchResult } from './result.ts'
import { databaseMs, processorMs } from './support/processorTime.ts'

const PEOPLE = 20
const OBJECTS = 500
const EVERY_MS = 2000
const ROUNDS = 30
const IDLE_MS = 10_000

/**
 * What saving costs: twenty people with 500 objects each save a batch every two seconds. Counted is the processor time
 * of the service's process and of PostgreSQL's, less what an idle service uses.
 */
export async function run(): Promise<BenchResult[]> {
  const stage = await setOwnStage({ CHECK_ANSWERS: 'false' })
  try {
    const hosts = await takeSeats(stage)
    const idle = await used(stage, () => sleep(IDLE_MS))
    const latenciesMs: number[] = []
    const busy = await used(stage, () => Promise.all(hosts.map((host, index) => work(host, index, latenciesMs))))
    latenciesMs.sort((a, b) => a - b)
    const share = (of: 'service' | 'database') => (busy[of] - idle[of]) * 100
    const name = `saving: ${PEOPLE} people every ${EVERY_MS / 1000} s`
    return [
      atMost(`${name}, service and PostgreSQL`, share('service') + share('database'), '% of a core', 10),
      atMost(`${name}, p99`, latenciesMs[Math.floor(latenciesMs.length * 0.99)], 'ms', 250),
    ]
  } finally {
    await stage.clear()
  }
}

interface Desk {
  person: Person
  jobId: string
  version: number
  classId: string
}

async function takeSeats(stage: OwnStage): Promise<Desk[]> {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const hosts: Desk[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
    const jobId = await queuedImage(stage, tenant, 'boxes')
    await person.post(`/api/jobs/${jobId}/claim`)
    const [{ classId }] = (await open(person, jobId)).tag.classes
    const objects = Array.from({ length: OBJECTS }, () => drawBox(classId))
    await save(person, jobId, 0, objects)
    hosts.push({ person, jobId, version: 1, classId })
  }
  return hosts
}

async function work(host: Desk, index: number, latenciesMs: number[]): Promise<void> {
  await sleep((index * EVERY_MS) / PEOPLE)
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    host.version = (await save(host.person, host.jobId, host.version, [drawBox(host.classId)])).version
    const tookMs = performance.now() - startedAt
    latenciesMs.push(tookMs)
    await sleep(Math.max(0, EVERY_MS - tookMs))
  }
}

/** Processor time over wall time while `fn` runs: of the service, and of the database's processes. */
async function used(stage: OwnStage, fn: () => Promise<unknown>) {
  const all = async () => ({
    service: processorMs(stage.service.pid),
    database: await databaseMs(stage.database.pool),
  })
  const [before, startedAt] = [await all(), performance.now()]
  await fn()
  const ms = performance.now() - startedAt
  const after = await all()
  return {
    service: (after.service - before.service) / ms,
    database: (after.database - before.database) / ms,
  }
}
