import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { TagBody } from '../../src/client/types/admin.ts'
import {
  fusionJob,
  imageJob,
  lidarJob,
  linkedJob,
  type StreetJob,
  segmentationJob,
  streetTag,
  videoJob,
} from '../../src/demo/street/jobs.ts'
import { makeStreet, type StreetOptions } from '../../src/demo/street/street.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { checkCounters, checkPointCounts, checkProjections, resultDocument, type SensorData } from './checks.ts'
import { readAsciiPcd } from './oracle.ts'

const IMAGE = { width: 320, height: 200 }
const SMALL: Partial<StreetOptions> = { frames: 3, beams: 24, azimuthStepDeg: 1, image: IMAGE }
const UTM = { x: 11724271.25, y: 3123267.5, z: 18 }

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const clouds = new Map<string, Buffer>()

/** Puts a job's files on the file server, submits it and hands its truth in; answers what became of it. */
async function play(tenant: Tenant, job: StreetJob) {
  const prefix = `/${job.body.reference_id}/`
  await Promise.all(
    job.files.map(async (file) => {
      if (file.kind === 'pcd') {
        const bytes = Buffer.from(file.bytes())
        clouds.set(stage.files.put(prefix + file.path, bytes), bytes)
        return
      }
      const { rgb, width, height } = file.render()
      const png = await sharp(rgb, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer()
      stage.files.put(prefix + file.path, png)
    }),
  )
  const jobId = await tenant.submit(job.body)
  const queued = await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, job.submission(), job.operation)
  const record = await tenant.reached(jobId, 'completed')
  return { queued, record, document: await resultDocument(tenant.api, record) }
}

const naming = (referenceId: string, tag: string) => ({
  referenceId,
  tag,
  baseUrl: `${stage.files.baseUrl}/${referenceId}/`,
})

for (const [name, options] of [
  ['the sensor’s own frame', { framing: 'sensor' }],
  ['the common frame, in UTM metres', { framing: 'common', origin: UTM }],
  ['the sensor’s own frame, without ego poses', { framing: 'sensor', withEgoPose: false }],
] as const) {
  test(`known truth comes back measured right from clouds in ${name}`, async () => {
    const street = makeStreet({ ...SMALL, ...options })
    const tags = { linked: streetTag('cuboid3d_linked2d') as TagBody, fusion: streetTag('cuboid3d') as TagBody }
    const tenant = await Tenant.create(stage.admin, { base: 'SENSOR_FUSION' }, tags)
    const id = `street-${tenant.projectId}`
    for (const [tag, build] of [
      ['linked', linkedJob],
      ['fusion', fusionJob],
      ['fusion', lidarJob],
    ] as const) {
      const job = build(street, naming(`${id}-${tag}-${build.name}`, tag))
      const { queued, record, document } = await play(tenant, job)
      assert.equal(queued.point_cloud_frame, options.framing)
      assert.match(String(queued.point_cloud_frame_reason), /^(The|Taken) .* .*\.$/)
      const { sensor_data } = job.body.data as { sensor_data: SensorData }
      const counted = checkPointCounts(document, sensor_data, options.framing, (url) => clouds.get(url)!)
      assert.ok(counted > 100)
      if (tag === 'linked') assert.ok(checkProjections(document, sensor_data, IMAGE) > 3)
      assert.equal(record.annotations, (document.data.annotation_data as { annotations: object[] }).annotations.length)
    }
    await checkCounters(tenant)
  })
}

test('image, video and segmentation of the street come back as they were submitted', async () => {
  const street = makeStreet(SMALL)
  const tags = {
    image: streetTag('image2d') as TagBody,
    video: streetTag('video2d') as TagBody,
    points: streetTag('segmentation3d') as TagBody,
  }
  const tenant = await Tenant.create(stage.admin, { base: 'IMAGE' }, tags)
  const image = imageJob(street, naming('street-image', 'image'))
  const { document } = await play(tenant, image)
  const sent = image.submission().annotations as { rectangles: { coordinates: object[] }[] }
  const got = document.data.annotations as typeof sent
  assert.deepEqual(
    got.rectangles.map((one) => one.coordinates),
    sent.rectangles.map((one) => one.coordinates),
  )
  const video = videoJob(street, naming('street-video', 'video'))
  const ofVideo = await play(tenant, video)
  const tracks = (data: object) =>
    (data as { annotation_data: { annotations: { track_id: string; frames: Record<string, object> }[] } })
      .annotation_data.annotations
  assert.deepEqual(
    tracks(ofVideo.document.data).map((track) => [track.track_id, Object.keys(track.frames)]),
    tracks(video.submission()).map((track) => [track.track_id, Object.keys(track.frames)]),
  )
  const segmentation = segmentationJob(street, naming('street-points', 'points'))
  const ofPoints = await play(tenant, segmentation)
  const { labels, legend } = segmentation.submission() as { labels: number[]; legend: { label_key: number }[] }
  const labelled = await tenant.api.with(null).call('GET', String(ofPoints.document.data.url))
  const [file] = segmentation.files
  assert.ok(file.kind === 'pcd')
  const input = readAsciiPcd(Buffer.from(file.bytes()))
  assert.deepEqual(
    readAsciiPcd(labelled.bytes).lines,
    input.lines.map((line, i) => `${line.trim()} ${labels[i]}`),
  )
  const counts = new Map<number, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  assert.deepEqual(
    (ofPoints.document.data.legend as { label_key: number; point_count: number }[]).map((entry) => [
      entry.label_key,
      entry.point_count,
    ]),
    legend.map(({ label_key }) => [label_key, counts.get(label_key) ?? 0]),
  )
  await checkCounters(tenant)
})
