import type { Cuboid } from '../../../geometry/cuboid.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { COMMON_VIEW, type Track } from '../../../model/document/document.ts'
import { relationsOfCopies } from '../../../model/document/edits/relations.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { cuboidAt, spaceAt } from '../../../model/document/interpolate.ts'
import { type FirstShape, newTrack } from '../../../model/document/newTrack.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import { attributeSteps, attributesAt } from '../../../model/document/shapePath.ts'
import { msg } from '../../messages/message.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { moved } from './spaceObjects.ts'

/** The distance between the original and a copy pasted next to it. */
const GAP_M = 0.5

interface Copied {
  jobId: string
  frame: number
  track: Track
  form: { cuboid: Cuboid } | { points: SpaceShape }
  /** The position of the lidar. */
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
    const form = track && formAt(track, frame)
    return form ? [{ jobId, frame, track, form, sensorPosition: sensorPositionOf(editor) }] : []
  })
  if (found.length === 0) return
  copied = found
  pastes = 0
  editor.tell(msg('cuboid.copied', { count: found.length }))
}

function formAt(track: Track, frame: number): Copied['form'] | null {
  const cuboid = cuboidAt(track, frame)?.shape
  const points = spaceAt(track, frame)?.shape
  return cuboid ? { cuboid } : points ? { points } : null
}

/**
 * Creates new objects with size, heading, class and attributes of the copied ones: next to them in their frame, at the
 * same place in another frame, and in another job at the same place relative to the lidar.
 */
export function pasteCuboids(editor: CuboidEditor): void {
  const { session } = editor
  if (!editor.canEdit) return
  pastes++
  const copies = copied.flatMap((one) => {
    const copy = pasted(editor, one)
    return copy ? [{ from: one.track, copy }] : []
  })
  const made = relationsOfCopies(copies)
  if (made.length < copied.length) editor.tell(msg('cuboid.classNotHere'))
  if (session.execute('edit.paste', putTracks(made))) session.select(made.map(({ id }) => id))
}

function pasted(editor: CuboidEditor, one: Copied): Track | null {
  const { session, frame } = editor
  const tagClass = editor.classOf(one.track.classId)
  if (!tagClass) return null
  const { annotationType } = session.document
  const made = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape: shapeOf(editor, one) })
  const from = one.track.cuboid ?? one.track.views.get(COMMON_VIEW)
  const values = attributesAt(from?.attributes ?? new Map(), one.frame)
  const attributes = attributeSteps([{ frame, values }])
  const points = made.views.get(COMMON_VIEW)
  const { stationary } = one.track
  return {
    ...made,
    stationary,
    attributes: one.track.attributes,
    cuboid: made.cuboid && { ...made.cuboid, attributes },
    views: points ? new Map([[COMMON_VIEW, { ...points, attributes }]]) : made.views,
  }
}

function shapeOf(editor: CuboidEditor, one: Copied): FirstShape {
  const { form } = one
  if ('points' in form)
    return { sensorId: COMMON_VIEW, flat: moved(form.points, wayOf(editor, one, { x: 0, y: 1, z: 0 })) }
  const { position, heading, dimensions } = form.cuboid
  const beside = rotate(heading, { x: 0, y: dimensions.width + GAP_M, z: 0 })
  const cuboid = { ...form.cuboid, position: add(position, wayOf(editor, one, beside)) }
  return { cuboid, cameraIds: editor.linkedCameraIds }
}

/** The way from the copied place to the pasted one. @param beside keeps pastes in one frame apart */
function wayOf(editor: CuboidEditor, { jobId, frame, sensorPosition }: Copied, beside: Vec3): Vec3 {
  if (jobId !== editor.session.job.job.jobId) return subtract(sensorPositionOf(editor), sensorPosition)
  return frame === editor.frame ? scale(beside, pastes) : { x: 0, y: 0, z: 0 }
}

function sensorPositionOf({ job, frame }: CuboidEditor): Vec3 {
  return job.frames[frame].clouds[0]?.sensorPosition ?? job.originM
}
