import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import { open } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pcdOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let annotator: Person

const HERE = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
const POINTS = [0, 1, 2, 3].map((x) => [x, 0, 0] as const)
const LEGEND = [
  { value: 'ground', label_key: 5 },
  { value: 'car#1', label_key: 7 },
]
const LABELS = [5, 0, 7, 7]

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { points: tagOf('segmentation3d') })
  annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage.clear())

/** A labelled cloud as our own results are written. */
function labelledPcd(labels: readonly number[]): Buffer {
  const lines = pcdOf(POINTS.slice(0, labels.length)).toString('utf8').trimEnd().split('\n')
  const first = lines.indexOf('DATA ascii') + 1
  const head = lines
    .slice(0, first)
    .map((line) =>
      line
        .replace('FIELDS x y z', 'FIELDS x y z label_key')
        .replace('SIZE 4 4 4', 'SIZE 4 4 4 4')
        .replace('TYPE F F F', 'TYPE F F F F')
        .replace('COUNT 1 1 1', 'COUNT 1 1 1 1'),
    )
  return Buffer.from([...head, ...lines.slice(first).map((line, i) => `${line} ${labels[i]}`), ''].join('\n'))
}

async function submitted(prediction: object, metadata: object = {}): Promise<string> {
  const name = randomUUID()
  const url = stage.files.put(`/${name}.pcd`, pcdOf(POINTS))
  const sensor_data = {
    sensors: [{ sensor_id: 'lidar', data_url: url, sensor_pose: HERE }],
    sensor_meta: [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }],
  }
  const jobId = await tenant.submit({ reference_id: name, tag: 'points', data: { sensor_data, metadata }, prediction })
  await tenant.reached(jobId, 'queued')
  return jobId
}

/** What the editor opens with. */
async function beginning(jobId: string) {
  await annotator.post(`/api/jobs/${jobId}/claim`)
  const payload = await open(annotator, jobId)
  const labels = await annotator.call('GET', payload.labelsUrl!)
  return { labels: [...decodeLabels(labels.bytes)], legend: payload.document.legend }
}

test('a prediction in a body of megabytes, which is read on a thread and in pieces, is what the annotator begins with', async () => {
  const metadata = { notes: Array.from({ length: 2500 }, (_, n) => `${n} ${'é'.repeat(500)}`) }
  const jobId = await submitted({ data: { legend: LEGEND, labels: LABELS } }, metadata)
  assert.deepEqual((await beginning(jobId)).labels, LABELS)
  await annotator.post(`/api/jobs/${jobId}/release`)
})

const predictions = {
  'with its labels': async () => ({ data: { legend: LEGEND, labels: LABELS } }),
  'with a labelled cloud': async () => ({
    data: { legend: LEGEND, url: stage.files.put('/labelled.pcd', labelledPcd(LABELS)) },
  }),
  'with a labelled cloud that was uploaded': async () => {
    const sending = { body: labelledPcd(LABELS), headers: { 'content-type': 'application/octet-stream' } }
    const { json } = await tenant.api.call('POST', tenant.path('/files?name=labels.pcd'), sending)
    return { data: { legend: LEGEND, url: (json!.data as { url: string }).url } }
  },
  'with a labelled cloud that comes at the second attempt': async () => {
    let attempts = 0
    const url = stage.files.put('/late.pcd', (_request, response) => {
      if (attempts++ === 0) response.writeHead(503).end()
      else response.end(labelledPcd(LABELS))
    })
    return { data: { legend: LEGEND, url } }
  },
}
for (const [how, make] of Object.entries(predictions)) {
  test(`a prediction in the body of the job, ${how}, is what the annotator begins with`, async () => {
    const { labels, legend } = await beginning(await submitted(await make()))
    assert.deepEqual(labels, LABELS)
    assert.deepEqual(
      legend.filter(({ labelKey }) => labelKey !== 0).map(({ labelKey, instance }) => [labelKey, instance]),
      [
        [5, null],
        [7, 1],
      ],
    )
  })
}

const faults: Record<string, { served: Buffer | null; type: string }> = {
  'of another number of points': { served: labelledPcd([5, 7]), type: 'INVALID_VALUE' },
  'with a label that the legend lacks': { served: labelledPcd([5, 0, 7, 9]), type: 'UNKNOWN' },
  'that is no cloud': { served: Buffer.from('nothing of it'), type: 'INVALID_VALUE' },
  'that is not there': { served: null, type: 'INVALID_URL' },
}
for (const [what, { served, type }] of Object.entries(faults)) {
  test(`a predicted cloud ${what} is reported as a warning, and the work starts empty`, async () => {
    const url = stage.files.put(`/${randomUUID()}.pcd`, served)
    const jobId = await submitted({ data: { legend: LEGEND, url } })
    const { warnings } = await annotator
      .get<{ job: { warnings: { field: string; type: string }[] } }>(`/api/jobs/${jobId}`)
      .then(({ job }) => job)
    assert.deepEqual(
      warnings.filter(({ field }) => field.startsWith('prediction')),
      [{ field: 'prediction.data.url', type }],
    )
    assert.deepEqual((await beginning(jobId)).labels, [0, 0, 0, 0])
  })
}
