import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { type Operation, readOperations } from './openApi.ts'

/** A service with a completed job, to be asked on every route. */
export interface KnownPlaces {
  stage: Stage
  tenant: Tenant
  person: Person
  operations: Operation[]
  /** Ids of things that exist, by their names in the paths. */
  known: Record<string, string>
}

export async function setKnownPlaces(): Promise<KnownPlaces> {
  const stage = await setStage()
  const tenant = await Tenant.create(
    stage.admin,
    { callback: { url: stage.receiver.url } },
    { image: tagOf('image2d') },
  )
  const person = await Person.join(stage.admin, 'admin')
  const operations = await readOperations(tenant.api)
  const data = { image_url: stage.files.put('/1.png', await pngOf(8, 8)) }
  const jobId = await tenant.submit({ reference_id: 'r', tag: 'image', data })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  const { batch_id } = await tenant.reached(jobId, 'completed')
  const known = { pid: tenant.projectId, jid: jobId, bid: batch_id, tag: 'image', operation: 'image2d' }
  return { stage, tenant, person, operations, known }
}
