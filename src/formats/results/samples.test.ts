import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type AnnotationType, isAnnotationType } from '../../model/annotationType.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { TagClass } from '../../model/tag.ts'
import { assembleResult } from './assemble.ts'
import { documentFromResult } from './documentFromResult.ts'
import { countingIds, jobFor, SENSORS, tagClass } from './testJobs.ts'

// biome-ignore lint/suspicious/noExplicitAny: parsed samples of five kinds
type Sample = any

// The description of result documents lies beside the fixtures.
const fixtures = process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'
const path = join(fixtures, '../design/results.md')
const description = existsSync(path) ? path : null
const samples: Sample[] = description
  ? [...readFileSync(description, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)]
      .map(([, text]) => JSON.parse(text))
      .filter((sample) => isAnnotationType(sample.type))
  : []

function recordsOf(sample: Sample): Sample[] {
  if (sample.data.legend) return sample.data.legend.map((e: Sample) => ({ ...e, label: e.value.split('#')[0] }))
  if (sample.data.annotations) return Object.values<Sample[]>(sample.data.annotations).flat()
  return [...(sample.data.annotation_data.tracks ?? []), ...sample.data.annotation_data.annotations]
}

const attributesOf = (holder: Sample, per: Attribute['per']): Attribute[] =>
  Object.entries<Sample>(holder ?? {}).map(([name, { value }]) => ({
    name,
    type: typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number',
    options: [],
    required: false,
    default: null,
    per,
  }))

/** The classes that a sample was made with. */
function classesOf(sample: Sample): TagClass[] {
  const classes = new Map<string, TagClass>()
  for (const record of recordsOf(sample)) {
    if (record.class_id === 'unlabelled') continue
    const isOfObject = sample.type === 'image2d' || !record.frame_id
    const inFrames = Object.values<Sample>(record.frames ?? {}).flatMap((r) => attributesOf(r.attributes, 'frame'))
    const found = [...attributesOf(record.attributes, isOfObject ? 'object' : 'frame'), ...inFrames]
    const known = classes.get(record.label)?.attributes ?? []
    const attributes = [...new Map([...known, ...found].map((a) => [a.name, a])).values()]
    const { class_id: classId, color = 'rgb(0, 0, 0)' } = record
    classes.set(record.label, tagClass(record.label, { classId, color, instantiable: true, attributes }))
  }
  return [...classes.values()]
}

function jobOf(sample: Sample) {
  const annotationType: AnnotationType = sample.type
  const base = jobFor(annotationType)
  const { data } = sample
  const size = (s: Sample) => ({ widthPx: s.width, heightPx: s.height })
  const inputFrames: Sample[] = data.video_data?.frames ?? data.sensor_data?.frames ?? [{ frame_id: '' }]
  return jobFor(annotationType, {
    jobId: sample.job_id,
    referenceId: sample.reference_id,
    frames: inputFrames.map((frame) => ({
      frameId: frame.frame_id,
      src: frame.src ?? data.image_url ?? null,
      image: data.image ? size(data.image) : frame.width ? size(frame) : null,
      timestamp: frame.timestamp ?? null,
      egoPose: frame.ego_pose?.position ? frame.ego_pose : null,
      sensorIds: new Set(SENSORS.map((sensor) => sensor.id)),
    })),
    exifOrientation: data.image?.exif_orientation ?? base.exifOrientation,
    pointCloudFrame: null,
    pointCount: data.point_count ?? null,
    inputSensorFrames: data.sensor_data?.frames ?? [],
    tag: { name: sample.tag, classes: classesOf(sample), attributes: attributesOf(data.image_attributes, 'job') },
  })
}

/** With six digits: the samples' headings are written short, results carry norm 1 in full. Samples have no numbers of objects. */
const rounded = (value: unknown) =>
  JSON.stringify(
    value,
    (key, v) => (key === 'number' ? undefined : typeof v === 'number' ? Number(v.toFixed(6)) : v),
    1,
  )

test('the samples in the description are read and written again letter by letter', (t) => {
  if (samples.length === 0) return t.skip('no description of result documents here')
  for (const sample of samples) {
    const job = jobOf(sample)
    const { document } = documentFromResult(job, sample.data, countingIds())
    const records = sample.data.annotation_data?.annotations ?? []
    const ofTrack = (trackId: string, frame: number, type: string) =>
      records.find((r: Sample) => r.track_id === trackId && r.type === type && r.frame_id === job.frames[frame].frameId)
    const result = assembleResult({
      document,
      job,
      resultVersion: sample.result_version,
      recordId: (...name) => name.join('/'),
      computed: {
        pointCount: (trackId, frame) => ofTrack(trackId, frame, 'cuboid').point_count,
        projected: (trackId, _sensorId, frame) => {
          const [topLeft, , bottomRight] = ofTrack(trackId, frame, 'rectangle').projected_coordinates
          return { left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y }
        },
        labelledCloud: {
          url: sample.data.url,
          pointCount: sample.data.point_count,
          counts: new Map(sample.data.legend?.map((e: Sample) => [e.label_key, e.point_count])),
        },
      },
    })
    assert.equal(rounded(result), rounded(sample), sample.type)
  }
})
