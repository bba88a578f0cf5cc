import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FORMATS } from '../../src/interchange/formats.ts'
import { until } from '../support/apiClient.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const url = stage.files.put('/1.png', await pngOf(40, 30))
  const jobId = await tenant.submit({ reference_id: 'drive/1', tag: 'boxes', data: { image_url: url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
})
after(() => stage.clear())

interface Shown {
  status: string
  error: object | null
  losses: { kind: string }[]
}

test('every format of images leaves the service with its images, in splits', async () => {
  const formats = FORMATS.filter(({ annotationTypes, write }) => write && annotationTypes.includes('image2d'))
  const made = await Promise.all(
    formats.map(async ({ format }) => {
      const options = format === 'imagefolder' ? { options: { attribute: 'weather' } } : {}
      const body = { format, files: 'include', splits: { train: 1 }, ...options }
      const { export_id } = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), body)
      return { format, export_id }
    }),
  )
  for (const { format, export_id } of made) {
    const shown = await until(async () => {
      const now = await tenant.api.get<Shown>(tenant.path(`/exports/${export_id}`))
      return now.status === 'completed' || now.status === 'failed' ? now : null
    })
    assert.equal(shown.status, 'completed', `${format}: ${JSON.stringify(shown.error)}`)
    const lost = shown.losses.map(({ kind }) => kind).filter((kind) => kind === 'file_deleted')
    assert.deepEqual(lost, [], format)
  }
})
