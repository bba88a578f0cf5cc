import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDataCheck } from '../../formats/jobBody/data.ts'
import { checkJobBody } from '../../formats/jobBody/jobBody.ts'
import type { FrameContext, JobContext } from '../../formats/results/jobContext.ts'
import { parseSubmission } from '../../formats/results/submission.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readPcd } from '../../pcd/pcdReader.ts'
import type { StreetClass } from './classes.ts'
import {
  fusionJob,
  imageJob,
  type JobNaming,
  lidarJob,
  linkedJob,
  type StreetJob,
  segmentationJob,
  streetTag,
  videoJob,
} from './jobs.ts'
import { makeStreet, type Street } from './street.ts'

const image = { width: 320, height: 200 }
const options = { frames: 3, beams: 16, azimuthStepDeg: 1, image }
const naming: JobNaming = { referenceId: 'street-1', tag: 'street', baseUrl: 'https://data.example.com/street/' }
const builders: ((street: Street, naming: JobNaming) => StreetJob)[] = [
  imageJob,
  videoJob,
  fusionJob,
  lidarJob,
  linkedJob,
  segmentationJob,
]
const everyJob = (street: Street): StreetJob[] => builders.map((build) => build(street, naming))

const checkData = makeDataCheck(100)

function accepted(job: StreetJob) {
  const rules = { annotationTypeOf: () => job.operation, keptSensors: new Map(), checkUrl: () => null }
  const body = checkJobBody(JSON.parse(JSON.stringify(job.body)), rules, checkData)
  assert.ok('input' in body, JSON.stringify(body))
  assert.deepEqual(body.warnings, [])
  return body
}

test('every job body passes the checks of the service without a warning', () => {
  for (const withEgoPose of [true, false]) {
    for (const job of everyJob(makeStreet({ ...options, withEgoPose }))) accepted(job)
  }
})

test('every URL of a job is one of its files, and each file is named once', () => {
  for (const job of everyJob(makeStreet(options))) {
    const urls = [...JSON.stringify(job.body).matchAll(/"(?:image_url|src|data_url)":"([^"]+)"/g)].map((m) => m[1])
    assert.deepEqual(
      urls,
      job.files.map((file) => naming.baseUrl + file.path),
    )
    assert.equal(new Set(urls).size, urls.length)
  }
})

test('clouds are read back to the last digit, also in UTM metres', async () => {
  for (const extra of [{}, { framing: 'common' as const, origin: { x: 11724271.25, y: 3123267.5, z: 18 } }]) {
    const street = makeStreet({ ...options, ...extra })
    const [file] = lidarJob(street, naming).files
    assert.ok(file.kind === 'pcd')
    const { positions } = await readPcd(file.bytes(), DEFAULT_PCD_LIMITS, 'f64')
    assert.deepEqual([...positions], [...street.frames[0].lidar.positions])
  }
})

function contextOf(street: Street, job: StreetJob): JobContext {
  const { input } = accepted(job)
  const noFrame = { frameId: '', src: null, image: null, timestamp: null, egoPose: null, sensorIds: new Set<string>() }
  const size = { widthPx: image.width, heightPx: image.height }
  const frames = input.kind === 'image' ? [{ ...noFrame, image: size }] : input.frames
  const sensors = 'sensors' in input ? input.sensors : []
  return {
    jobId: 'job',
    referenceId: naming.referenceId,
    tag: {
      name: naming.tag,
      annotationType: job.operation,
      classes: (streetTag(job.operation).classes as StreetClass[]).map((c) => ({
        classId: `class-${c.name}`,
        name: c.name,
        color: c.color,
        instantiable: c.instantiable,
        geometries: null,
        defaultSize: c.default_size ?? null,
        attributes: [],
        archived: false,
      })),
      attributes: [],
      review: null,
      instructions: null,
    },
    frames: frames.map(
      (frame): FrameContext => ({
        ...noFrame,
        frameId: 'frameId' in frame ? (frame.frameId ?? '') : '',
        image: size,
        sensorIds: new Set(sensors.map((sensor) => sensor.id)),
      }),
    ),
    sensors,
    exifOrientation: null,
    pointCloudFrame: sensors.length > 0 ? 'sensor' : null,
    pointCount: job.operation === 'segmentation3d' ? street.frames[0].lidar.classes.length : null,
    inputSensorFrames: [],
  }
}

test('the truth of every operation is accepted as a submitted result', () => {
  const street = makeStreet(options)
  for (const job of everyJob(street)) {
    let ids = 0
    const data = JSON.parse(JSON.stringify(job.submission()))
    const read = parseSubmission(contextOf(street, job), data, {
      newId: () => `id-${++ids}`,
      defaultSource: 'machine',
    })
    assert.ok('document' in read, `${job.operation}: ${JSON.stringify(read)}`)
    if (job.operation === 'segmentation3d') {
      assert.equal(read.labels?.length, street.frames[0].lidar.classes.length)
      assert.ok(read.document.legend.length >= 8)
    } else assert.ok(read.document.tracks.size >= 3, job.operation)
  }
})
