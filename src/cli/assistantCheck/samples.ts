import type { JobContext } from '../../formats/results/jobContext.ts'
import type { JsonObject } from '../../formats/results/read.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { isFlat, isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { KINDS_OF, type Verb } from '../../model/assistants/assistant.ts'

/** Pixels of the sample image: a bright box on a dark ground. */
export const SAMPLE_IMAGE = { widthPx: 320, heightPx: 240, box: { left: 96, top: 72, right: 224, bottom: 168 } }
/** The sample cloud: the near sides of a car of this size at the origin, heading along x, metres. */
const CAR_SIZE = { length: 4.5, width: 1.8, height: 1.5 }
const STEPS = 20

/** Points of the sample cloud, on the left and the rear side of the car. */
export const SAMPLE_POINTS: readonly (readonly [number, number, number])[] = Array.from(
  { length: STEPS * STEPS },
  (_, i) => {
    const [along, up] = [(i % STEPS) / (STEPS - 1), Math.floor(i / STEPS) / (STEPS - 1)]
    const z = up * CAR_SIZE.height
    return i % 2 === 0
      ? [(along - 0.5) * CAR_SIZE.length, CAR_SIZE.width / 2, z]
      : [-CAR_SIZE.length / 2, (along - 0.5) * CAR_SIZE.width, z]
  },
)

const FRAME_IDS = ['0', '1']
const TRACK_ID = 'sample-track'

/** What a verb is tried on, and with what input. */
export interface Sample {
  verb: Verb
  job: JobContext
  /** `job.data` of the request. */
  data: JsonObject
  files: { field: string; url: string; media_type: string; width?: number; height?: number; point_count?: number }[]
  document: JsonObject
  input: JsonObject
  labels: ReadonlyMap<string, string>
}

/** Addresses of the sample files. */
export interface SampleFiles {
  image: string
  cloud: string
}

/** @param operation of predict and review, which answer jobs of every kind */
export function sampleOf(
  verb: Verb,
  {
    classes,
    annotationType,
    files,
  }: { classes: readonly string[]; annotationType: AnnotationType; files: SampleFiles },
): Sample {
  const kind = verb === 'predict' || verb === 'review' ? annotationType : KINDS_OF[verb][0]
  const job = contextOf(kind, classes)
  const image = {
    url: files.image,
    media_type: 'image/png',
    width: SAMPLE_IMAGE.widthPx,
    height: SAMPLE_IMAGE.heightPx,
  }
  const cloud = { url: files.cloud, media_type: 'application/octet-stream', point_count: SAMPLE_POINTS.length }
  const made = { verb, job, input: inputOf(verb, classes[0], files), labels: new Map([[TRACK_ID, classes[0]]]) }
  switch (rulesOf(kind).data) {
    case 'image':
      return {
        ...made,
        data: { image_url: files.image },
        files: [{ field: 'data.image_url', ...image }],
        document: { annotations: {} },
      }
    case 'video': {
      const frames = FRAME_IDS.map((frame_id) => ({ frame_id, src: files.image }))
      return {
        ...made,
        data: { video_data: { frames } },
        files: frames.map((_, i) => ({ field: `data.video_data.frames[${i}].src`, ...image })),
        document: { annotation_data: { annotations: [] } },
      }
    }
    case 'cloud':
      return {
        ...made,
        data: { sensor_data: { sensors: [{ sensor_id: 'lidar', data_url: files.cloud }] } },
        files: [{ field: 'data.sensor_data.sensors[0].data_url', ...cloud }],
        document: {},
      }
    case 'frames': {
      const sensors = [{ sensor_id: 'lidar', data_url: files.cloud }]
      return {
        ...made,
        data: { sensor_data: { frames: FRAME_IDS.map((frame_id) => ({ frame_id, sensors })) } },
        files: FRAME_IDS.map((_, i) => ({ field: `data.sensor_data.frames[${i}].sensors[0].data_url`, ...cloud })),
        document: { annotation_data: { tracks: [], annotations: [] } },
      }
    }
  }
}

function inputOf(verb: Verb, label: string, { image, cloud }: SampleFiles): JsonObject {
  const { widthPx, heightPx, box } = SAMPLE_IMAGE
  const half = CAR_SIZE.length / 2
  switch (verb) {
    case 'segment': {
      const [x, y] = [(box.left + box.right) / 2 / widthPx, (box.top + box.bottom) / 2 / heightPx]
      return { label, prompts: { points: [{ x, y, positive: true }] } }
    }
    case 'fit':
      return {
        frame_id: FRAME_IDS[0],
        label,
        gesture: { from: { x: -half, y: 0 }, to: { x: half, y: 0 } },
        points: SAMPLE_POINTS,
      }
    case 'track': {
      const corner = (x: number, y: number) => ({ x: x / widthPx, y: y / heightPx })
      const coordinates = [
        corner(box.left, box.top),
        corner(box.right, box.top),
        corner(box.right, box.bottom),
        corner(box.left, box.bottom),
      ]
      const shape = { type: 'rectangle', coordinates, key_frame: true }
      return {
        track_ids: [TRACK_ID],
        from: FRAME_IDS[0],
        to: FRAME_IDS[1],
        frames: FRAME_IDS.map((frame_id) => ({ frame_id, files: [{ url: image }] })),
        objects: [{ track_id: TRACK_ID, type: 'rectangle', label, frames: { [FRAME_IDS[0]]: shape } }],
      }
    }
    case 'label_points':
      return { url: cloud, prompts: { points: [{ index: 0, label }] } }
    default:
      return {}
  }
}

function contextOf(annotationType: AnnotationType, classes: readonly string[]): JobContext {
  const hasImages = isFlat(annotationType)
  const ids = isOneRecord(annotationType) || rulesOf(annotationType).hasLabels ? [''] : FRAME_IDS
  const lidar = { id: 'lidar', name: 'lidar', modality: 'lidar', primaryView: true } as const
  return {
    jobId: '00000000-0000-4000-8000-000000000000',
    referenceId: 'sample',
    tag: {
      name: 'sample',
      annotationType,
      review: null,
      instructions: null,
      attributes: [],
      classes: classes.map((name, index) => ({
        classId: `class-${index}`,
        name,
        color: 'rgb(230, 159, 0)',
        instantiable: true,
        geometries: null,
        defaultSize: CAR_SIZE,
        attributes: [],
        archived: false,
      })),
    },
    frames: ids.map((frameId) => ({
      frameId,
      src: null,
      timestamp: null,
      egoPose: null,
      image: hasImages ? SAMPLE_IMAGE : null,
      sensorIds: new Set(hasImages ? [] : [lidar.id]),
    })),
    sensors: hasImages ? [] : [{ ...lidar, state: 'editable', intrinsics: null }],
    exifOrientation: hasImages ? 1 : null,
    pointCloudFrame: hasImages ? null : 'common',
    pointCount: rulesOf(annotationType).hasLabels ? SAMPLE_POINTS.length : null,
    inputSensorFrames: [],
  }
}
