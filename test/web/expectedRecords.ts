import assert from 'node:assert/strict'
import type { PlainTrack } from '../../src/model/document/plainTrack.ts'
import type { SensorData } from '../journey/checks.ts'
import { type Quat, sampledBounds, type Vec, type WireBox } from '../journey/oracle.ts'

export interface ExpectedRecord {
  type: 'cuboid' | 'rectangle'
  track_id: string
  frame_id: string
  sensor_id: string
  /** @throws AssertionError */
  check(record: object): void
}

const NEAR_M = 1e-9
/** The part of a rectangle's side that sampled bounds may miss. */
const SAMPLED = 0.03

/**
 * The records that a result has for cuboids that people drew, computed independently from the rules of result
 * documents: position linear and heading slerp between keyframes, one pose for stationary objects, a rectangle on each
 * camera that sees the box unless it was dismissed. Tracks are those that the workbench saved; all cameras are linked.
 */
export function expectedRecords(
  tracks: readonly PlainTrack[],
  { frames, sensor_meta: sensors }: SensorData,
  size: { width: number; height: number },
): ExpectedRecord[] {
  const cameras = sensors.filter(({ modality }) => modality === 'camera')
  const lidar = sensors.find(({ modality }) => modality === 'lidar')!
  const records: ExpectedRecord[] = []
  for (const [index, frame] of frames.entries()) {
    for (const track of tracks) {
      const box = boxAt(track, index)
      if (!box) continue
      const naming = { track_id: track.id, frame_id: frame.frame_id }
      let cuboidId = ''
      records.push({
        type: 'cuboid',
        ...naming,
        sensor_id: lidar.id,
        check: (record) => {
          cuboidId = (record as { _id: string })._id
          checkBox(record as WireBox & Keyed, box)
        },
      })
      for (const camera of cameras) {
        const sensor = frame.sensors.find(({ sensor_id }) => sensor_id === camera.id)!
        const key = track.views.find(([id]) => id === camera.id)?.[1].keys.find((one) => one.frame === index)
        const seen = sampledBounds(box.shape, sensor.sensor_pose, camera.intrinsics!, size.width, size.height)
        if (key?.kind === 'out' || (!key && !seen)) continue
        const drawn = key?.kind === 'shape' && key.shape.type === 'rectangle' ? key.shape : null
        records.push({
          type: 'rectangle',
          ...naming,
          sensor_id: camera.id,
          check: (record) => checkRectangle(record as Linked, cuboidId, drawn, seen),
        })
      }
    }
  }
  return records
}

interface Keyed {
  key_frame: boolean
  source: string
}
interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}
interface Linked extends Keyed {
  linked_id: string
  coordinates: Vec[]
  projected_coordinates: Vec[]
}

function boxAt({ cuboid }: PlainTrack, frame: number): { shape: WireBox; keyFrame: boolean; source: string } | null {
  const keys = (cuboid?.keys ?? []).flatMap((key) => (key.kind === 'shape' ? [key] : []))
  const before = keys.findLast((key) => key.frame <= frame)
  if (!cuboid || !before) return null
  const after = keys.find((key) => key.frame > frame)
  const { dimensions } = cuboid
  if (before.frame === frame || !after) {
    const { position, heading } = before.shape
    const isKey = before.frame === frame
    return { shape: { position, heading, dimensions }, keyFrame: isKey, source: isKey ? 'manual' : 'interpolated' }
  }
  const t = (frame - before.frame) / (after.frame - before.frame)
  const [a, b] = [before.shape, after.shape]
  const between = (from: number, to: number) => from + (to - from) * t
  const position = {
    x: between(a.position.x, b.position.x),
    y: between(a.position.y, b.position.y),
    z: between(a.position.z, b.position.z),
  }
  const heading = slerp(a.heading, b.heading, t)
  return { shape: { position, heading, dimensions }, keyFrame: false, source: 'interpolated' }
}

/** Shoemake 1985, the shorter arc. */
function slerp(a: Quat, b: Quat, t: number): Quat {
  const dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z
  const angle = Math.acos(Math.min(1, Math.abs(dot)))
  const [p, q] =
    angle < 1e-9 ? [1 - t, t] : [Math.sin((1 - t) * angle), Math.sin(t * angle)].map((s) => s / Math.sin(angle))
  const sign = dot < 0 ? -q : q
  return { w: p * a.w + sign * b.w, x: p * a.x + sign * b.x, y: p * a.y + sign * b.y, z: p * a.z + sign * b.z }
}

function checkBox(record: WireBox & Keyed, { shape, keyFrame, source }: NonNullable<ReturnType<typeof boxAt>>): void {
  assert.deepEqual([record.key_frame, record.source], [keyFrame, source])
  assert.deepEqual(record.dimensions, shape.dimensions)
  const { position: p, heading: q } = record
  const off = Math.hypot(p.x - shape.position.x, p.y - shape.position.y, p.z - shape.position.z)
  assert.ok(off < NEAR_M, `${off} m off`)
  const along = q.w * shape.heading.w + q.x * shape.heading.x + q.y * shape.heading.y + q.z * shape.heading.z
  assert.ok(Math.abs(Math.abs(along) - 1) < NEAR_M && q.w >= 0)
}

function checkRectangle(record: Linked, cuboidId: string, drawn: Bounds | null, seen: Bounds | null): void {
  assert.equal(record.linked_id, cuboidId)
  const { coordinates, projected_coordinates: projected } = record
  const bounds = boundsOf(coordinates)
  if (drawn) assert.deepEqual(bounds, boundsOf(cornersOf(drawn)))
  else assert.deepEqual(coordinates, projected)
  const [told, sampled] = [projected && boundsOf(projected), seen]
  assert.equal(told === null, sampled === null)
  for (const side of ['left', 'top', 'right', 'bottom'] as const) {
    if (told && sampled) assert.ok(Math.abs(told[side] - sampled[side]) < SAMPLED, `${side} of the projection`)
  }
}

const cornersOf = ({ left, top, right, bottom }: Bounds) => [
  { x: left, y: top, z: 0 },
  { x: right, y: top, z: 0 },
  { x: right, y: bottom, z: 0 },
  { x: left, y: bottom, z: 0 },
]

const boundsOf = (corners: readonly Vec[]): Bounds => ({
  left: corners[0].x,
  top: corners[0].y,
  right: corners[2].x,
  bottom: corners[2].y,
})
