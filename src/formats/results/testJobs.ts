import type { AnnotationType } from '../../model/annotationType.ts'
import { isFlat, isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { Tag, TagClass } from '../../model/tag.ts'
import type { Failure } from '../errors/codes.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'
import type { FrameContext, JobContext } from './jobContext.ts'
import { parseSubmission, type ReadSubmission } from './submission.ts'

/** Jobs for the tests in this folder. */

export const attribute = (given: Partial<Attribute> & Pick<Attribute, 'name' | 'per'>): Attribute => ({
  type: 'text',
  options: [],
  required: false,
  default: null,
  ...given,
})

export const tagClass = (name: string, given: Partial<TagClass> = {}): TagClass => ({
  classId: `class-${name}`,
  name,
  color: 'rgb(1, 2, 3)',
  instantiable: false,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
  ...given,
})

export const CAR = tagClass('car', {
  instantiable: true,
  attributes: [
    attribute({ name: 'kind', per: 'object', type: 'select', options: ['sedan', 'van'] }),
    attribute({ name: 'occlusion', per: 'frame', type: 'number' }),
    attribute({ name: '__proto__', per: 'frame', type: 'multiselect', options: ['a', 'b', 'c'] }),
  ],
})
export const PERSON = tagClass('person')

const lidar: InputSensorMeta = {
  id: 'lidar',
  name: 'lidar',
  modality: 'lidar',
  primaryView: true,
  state: 'editable',
  intrinsics: null,
}
const camera: InputSensorMeta = { ...lidar, id: 'cam-1', name: 'camera', modality: 'camera', primaryView: false }
export const SENSORS: readonly InputSensorMeta[] = [
  lidar,
  camera,
  { ...camera, id: 'cam-2' },
  { ...camera, id: 'cam-locked', state: 'non_editable' },
]

export const FRAME_IDS = ['frame001', '__proto__', '7', 'last frame']

export function jobFor(
  annotationType: AnnotationType,
  given: Partial<Omit<JobContext, 'tag'>> & { tag?: Partial<Tag> } = {},
): JobContext {
  const isSequence = !isOneRecord(annotationType) && !rulesOf(annotationType).hasLabels
  const hasImages = isFlat(annotationType)
  const frames = (isSequence ? FRAME_IDS : ['']).map(
    (frameId, index): FrameContext => ({
      frameId,
      src: hasImages ? `https://data.example/${index}.jpg` : null,
      image: hasImages ? { widthPx: 64, heightPx: 48 } : null,
      timestamp: null,
      egoPose: null,
      sensorIds: new Set(hasImages ? [] : SENSORS.map((sensor) => sensor.id)),
    }),
  )
  const tag: Tag = {
    name: 'tag',
    annotationType,
    classes: [CAR, PERSON],
    attributes: [
      attribute({ name: 'weather', per: 'job' }),
      ...(isSequence ? [attribute({ name: 'blurred', per: 'frame', type: 'boolean' })] : []),
    ],
    review: null,
    instructions: null,
    ...given.tag,
  }
  return {
    jobId: '3f3e8675-ca69-46d7-aa34-96f90fcbb732',
    referenceId: '001',
    frames,
    sensors: hasImages ? [] : SENSORS,
    exifOrientation: isOneRecord(annotationType) ? 6 : null,
    pointCloudFrame: hasImages ? null : 'sensor',
    pointCount: rulesOf(annotationType).hasLabels ? 6 : null,
    inputSensorFrames: hasImages ? [] : frames.map(({ frameId }) => ({ frame_id: frameId, ego_pose: {}, sensors: [] })),
    ...given,
    tag,
  }
}

/** Ids in the order in which they are asked for. */
export function countingIds(): () => string {
  let count = 0
  return () => `made-${++count}`
}

const readSubmission = (job: JobContext, data: unknown) =>
  parseSubmission(job, data, { newId: countingIds(), defaultSource: 'machine' })

/** A submitted result that has to be accepted. */
export function accepted(job: JobContext, data: unknown): ReadSubmission {
  const result = readSubmission(job, data)
  if ('failures' in result) throw new Error(`refused: ${JSON.stringify(result.failures)}`)
  return result
}

/** The failures of a submitted result that must be refused, as `field TYPE`. */
export function refusedResult(job: JobContext, data: unknown): string[] {
  const result = readSubmission(job, data)
  if (!('failures' in result)) throw new Error('the result was accepted')
  for (const failure of result.failures) ensureWords(failure)
  return result.failures.map(({ field, type }) => `${field} ${type}`)
}

/** A fault in a value that is present must name the expectation and the value. */
export function ensureWords({ field, type, expected, found }: Failure): void {
  if (!expected || found === undefined || found.length > 100) throw new Error(`${field} ${type}: no words, or too many`)
}

export const corners = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]
