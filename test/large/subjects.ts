import { randomUUID } from 'node:crypto'
import type { Operation } from '../../src/client/types/words.ts'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { labelRunsOf } from '../../src/model/document/operations/labelRuns.ts'
import { cloudOf } from '../support/cloudOf.ts'
import type { FileServer } from '../support/fileServer.ts'
import { drawBox } from '../support/office.ts'
import { corners, HERE, pcdOf, pngOf } from '../support/samples.ts'

/** A job of a kind, of any size. */
export interface Subject {
  operation: Operation
  /** The unit that it has many of. */
  unit: string
  size: number
  /** Acts that work on all of it: their time is compared by the unit. */
  grows: readonly string[]
  /** Data and prediction of a job, whose files are at the server. */
  body(files: FileServer): Promise<object>
  /** The edits of one act of a person. */
  stroke(classId: string): Edit[]
  /** The edits that a browser sets aside when the person loses the job. */
  draft(classId: string): Edit[]
  format: string
}

const CHANGES = ['submit a job', 'until it is queued', 'open it in the workbench', 'until it is completed']
const READS = ['get the result', 'export it']
const CAMERAS = ['front', 'left', 'right', 'rear', 'roof', 'inner', 'low']
const LIDAR = { id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }
const DRIVE_FILE = /^\/drive-[0-9a-f-]+\/(\d+)\/(.+)$/

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** So many frames of a lidar and seven cameras: each file small, and different from all others. */
export const drive = (frames: number): Subject => ({
  operation: 'cuboid3d',
  unit: 'frame',
  size: frames,
  grows: [...CHANGES, ...READS, 'submit the result'],
  async body(files) {
    const folder = `${files.baseUrl}/drive-${randomUUID()}`
    files.fallback = (path) => {
      const [, frame, sensor] = DRIVE_FILE.exec(path) ?? []
      if (frame === undefined) return null
      const seed = Number(frame) * 8 + CAMERAS.indexOf(sensor) + 1
      if (sensor === 'lidar') return pcdOf(range(20, (i) => [i, seed, i / 3] as const))
      return (_request, response) => pngOf(16, 12, seed).then((bytes) => response.end(bytes))
    }
    const sensorOf = (frame: number) => (sensor_id: string) => ({
      sensor_id,
      data_url: `${folder}/${frame}/${sensor_id}`,
      sensor_pose: HERE,
    })
    const intrinsics = { fx: 10, fy: 10, cx: 8, cy: 6 }
    const cameras = CAMERAS.map((id) => ({ id, name: id, modality: 'camera', state: 'editable', intrinsics }))
    const shown = range(frames, (n) => ({ frame_id: `${n}`, sensors: ['lidar', ...CAMERAS].map(sensorOf(n)) }))
    return { data: { sensor_data: { frames: shown, sensor_meta: [LIDAR, ...cameras] } } }
  },
  stroke: (classId) => [cuboid(classId)],
  draft: (classId) => [cuboid(classId)],
  format: 'openlabel',
})

function cuboid(classId: string): Edit {
  const shape = { ...HERE, sizeOverride: null }
  const key = {
    kind: 'shape',
    frame: 0,
    id: null,
    keyFrame: true,
    source: 'manual',
    hidden: false,
    linked: false,
  } as const
  const path = { keys: [{ ...key, shape }], attributes: [], dimensions: { length: 4, width: 2, height: 2 } }
  const track = { id: randomUUID(), entryId: null, classId, stationary: false, attributes: [], cuboid: path, views: [] }
  return { type: 'putTrack', index: null, track }
}

/** A segmentation of this number of points. */
export const cloud = (points: number): Subject => ({
  operation: 'segmentation3d',
  unit: 'point',
  size: points,
  grows: [...CHANGES.slice(1), ...READS, 'get its labels', 'get its first frame', 'submit the result'],
  async body(files) {
    const data_url = files.put(`/${randomUUID()}.pcd`, cloudOf(points))
    const sensors = [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }]
    return { data: { sensor_data: { sensors, sensor_meta: [LIDAR] } } }
  },
  stroke: (classId) => paint(classId, 1, points),
  draft: (classId) => paint(classId, 2, points),
  format: 'semantickitti',
})

function paint(classId: string, labelKey: number, points: number): Edit[] {
  const entry = { id: `e${labelKey}`, labelKey, classId, instance: labelKey, color: null }
  const painted = range(Math.min(1000, Math.floor(points / 7)), (i) => i * 7)
  return [
    { type: 'putLegendEntry', entry, index: null },
    { type: 'setLabels', runs: labelRunsOf(painted, labelKey) },
  ]
}

/** A video with this number of predicted objects, ten frames for each track; a draft holds as many again. */
export const video = (annotations: number): Subject => {
  const frames = Math.ceil(Math.sqrt(annotations * 10))
  const tracks = Math.ceil(annotations / frames)
  return {
    operation: 'video2d',
    unit: 'annotation',
    size: annotations,
    grows: [...CHANGES, ...READS, 'save a draft', 'submit the result'],
    async body(files) {
      const src = files.put(`/${randomUUID()}.png`, await pngOf(64, 48))
      const boxAt = (track: number, frame: number) => {
        const [left, top] = [((track * 37 + frame) % 900) / 1000, ((track * 53 + frame) % 900) / 1000]
        return { hidden: false, coordinates: corners(left, top, left + 0.05, top + 0.1) }
      }
      const annotated = range(tracks, (track) => ({
        track_id: `t${track}`,
        type: 'rectangle',
        label: 'car',
        frames: Object.fromEntries(range(frames, (frame) => [`${frame}`, boxAt(track, frame)])),
      }))
      return {
        data: { video_data: { frames: range(frames, (n) => ({ frame_id: `${n}`, src })) } },
        prediction: { data: { annotation_data: { annotations: annotated } } },
      }
    },
    stroke: (classId) => [drawBox(classId)],
    draft: (classId) => range(tracks, (n) => longTrack(classId, `draft-${n}`, frames)),
    format: 'mot',
  }
}

function longTrack(classId: string, id: string, frames: number): Edit {
  const edit = drawBox(classId, id)
  if (edit.type !== 'putTrack') return edit
  const [[sensorId, path]] = edit.track.views
  const keys = range(frames, (frame) => ({ ...path.keys[0], frame }))
  return { ...edit, track: { ...edit.track, views: [[sensorId, { ...path, keys }]] } }
}

/** Files that the workbench fetches before anything is drawn: those of the first frame. */
export function firstFiles({ content }: JobPayloadAnswer): string[] {
  const [first] = content.frames
  const files =
    'image' in first ? [first.image.file] : first.sensors.flatMap(({ image, cloud }) => [image?.file, cloud?.file])
  return files.filter((file) => typeof file === 'string')
}
