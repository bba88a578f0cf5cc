import type { Cuboid } from '../../../geometry/cuboid.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import { cuboidFromRelative } from '../../scene/cloud/relativeMatrix.ts'
import { turnedInBox } from '../../tools/cuboid/boxHandle.ts'
import { isPersons, placedAt } from '../../tools/cuboid/cuboidEdits.ts'
import { operationsBetween } from '../../tools/cuboid/trackOperations.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits, Motion } from './cuboidFits.ts'

const MOST_FRAMES = 20
const LEAST_POINTS = 5
const UP = { x: 0, y: 0, z: 1 }

/**
 * Takes the selected box along frame by frame: predicted by its motion, then moved to the points. Stops where a person
 * has placed it, where too few points are left, and at the end. One step of undo.
 */
export async function propagate(editor: CuboidEditor, fits: CuboidFits, direction: 1 | -1): Promise<void> {
  const start = editor.frame
  const box = editor.selectedBox()
  const before = editor.selectedTrack
  if (!box || !before || !editor.canEdit) return
  let motion = fits.motionAt(box.trackId, direction === 1 ? start : start + 1)
  let track = before
  let cuboid = box.cuboid
  let done = 0
  let why = 'that is as far as one step goes'
  for (let step = 1; step <= MOST_FRAMES; step++) {
    const frame = start + direction * step
    if (frame < 0 || frame >= editor.job.frames.length) why = 'the sequence ends there'
    else if (isPersons(track, frame)) why = `frame ${frame} was placed by a person`
    else if (!(await cloudsOf(editor, frame))) why = `the points of frame ${frame} did not come`
    else {
      const { x, y, z } = cuboid.position
      const moved = turnedInBox(cuboid, UP, motion.yawRad * direction)
      const position = { x: x + motion.x * direction, y: y + motion.y * direction, z: z + motion.z * direction }
      const fitted = await fits.predicted({ ...moved, position }, frame, LEAST_POINTS)
      if (fitted) {
        motion = motionBetween(cuboid, fitted, direction)
        cuboid = fitted
        const inCommon = cuboidFromRelative(editor.job.originM, fitted)
        track = placedAt(track, frame, inCommon, { source: 'propagated', sizeOfFrame: false })
        done = step
        continue
      }
      why = `there are too few points in frame ${frame}`
    }
    break
  }
  if (editor.session.document.tracks.get(before.id) !== before) {
    editor.tell('Not propagated: the object was changed meanwhile.')
    return
  }
  if (done > 0) editor.session.execute('Propagate', operationsBetween(before, track))
  editor.tell(`Propagated over ${done} ${done === 1 ? 'frame' : 'frames'}: ${why}.`)
}

/** Per frame forwards, out of one step in either direction. */
function motionBetween(from: Cuboid, to: Cuboid, direction: 1 | -1): Motion {
  const turn = yawOf(to.heading) - yawOf(from.heading)
  return {
    x: (to.position.x - from.position.x) * direction,
    y: (to.position.y - from.position.y) * direction,
    z: (to.position.z - from.position.z) * direction,
    yawRad: Math.atan2(Math.sin(turn), Math.cos(turn)) * direction,
  }
}
