import type { Cuboid } from '../../../geometry/cuboid.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import type { Track } from '../../../model/document/document.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import { attributeSteps, attributesAt } from '../../../model/document/shapePath.ts'
import { msg } from '../../messages/message.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Between what was copied and what is pasted beside it. */
const GAP_M = 0.5

interface Copied {
  jobId: string
  frame: number
  track: Track
  cuboid: Cuboid
  /** Where the lidar stood. */
  sensorPosition: Vec3
}

/** Objects that were copied, as they were in their frame. Lasts as long as the page: also from job to job. */
let copied: readonly Copied[] = []
let pastes = 0

export const hasCopiedCuboids = (): boolean => copied.length > 0

export function copyCuboids(editor: CuboidEditor): void {
  const { session, frame } = editor
  const { jobId } = session.job.job
  const found = [...session.selection].flatMap((id) => {
    const track = session.document.tracks.get(id)
    const cuboid = track && cuboidAt(track, frame)?.shape
    return cuboid ? [{ jobId, frame, track, cuboid, sensorPosition: sensorPositionOf(editor) }] : []
  })
  if (found.length === 0) return
  copied = found
  pastes = 0
  editor.tell(msg('cuboid.copied', { count: found.length }))
}

/**
 * New objects with size, heading, class and attributes of what was copied: in its frame beside it, in another frame
 * at the same place, in another job at the same place seen from the lidar.
 */
export function pasteCuboids(editor: CuboidEditor): void {
  const { session } = editor
  if (!editor.canEdit) return
  pastes++
  const made = copied.flatMap((one) => pasted(editor, one) ?? [])
  if (made.length < copied.length) editor.tell(msg('cuboid.classNotHere'))
  if (session.execute('edit.paste', putTracks(made))) session.select(made.map(({ id }) => id))
}

function pasted(editor: CuboidEditor, one: Copied): Track | null {
  const { session, frame } = editor
  const tagClass = editor.classOf(one.track.classId)
  if (!tagClass) return null
  const shape = { cuboid: { ...one.cuboid, position: placeOf(editor, one) }, cameraIds: editor.linkedCameraIds }
  const { annotationType } = session.document
  const made = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape })
  const values = attributesAt(one.track.cuboid?.attributes ?? new Map(), one.frame)
  const attributes = attributeSteps([{ frame, values }])
  const { stationary } = one.track
  return {
    ...made,
    stationary,
    attributes: one.track.attributes,
    cuboid: made.cuboid && { ...made.cuboid, attributes },
  }
}

function placeOf(editor: CuboidEditor, { jobId, frame, cuboid, sensorPosition }: Copied): Vec3 {
  const { position, heading, dimensions } = cuboid
  if (jobId !== editor.session.job.job.jobId) return add(sensorPositionOf(editor), subtract(position, sensorPosition))
  if (frame !== editor.frame) return position
  return add(position, rotate(heading, { x: 0, y: pastes * (dimensions.width + GAP_M), z: 0 }))
}

function sensorPositionOf({ job, frame }: CuboidEditor): Vec3 {
  return job.frames[frame].clouds[0]?.sensorPosition ?? job.originM
}
