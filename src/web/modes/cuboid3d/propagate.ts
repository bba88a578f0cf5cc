import { isPersons, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { motionBetween, movedOn } from '../../tools/cuboid/motion.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'

const MOST_FRAMES = 20
const LEAST_POINTS = 5

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
  const reached = (frame: number) => {
    editor.tell(msg('propagate.running', { frame }))
    return cloudsOf(editor, frame)
  }
  let why: Message = msg('propagate.farEnough')
  for (let step = 1; step <= MOST_FRAMES; step++) {
    const frame = start + direction * step
    if (frame < 0 || frame >= editor.job.frames.length) why = msg('propagate.sequenceEnds')
    else if (isPersons(track, frame)) why = msg('propagate.humanFrame', { frame })
    else if (!(await reached(frame))) why = msg('propagate.pointsMissing', { frame })
    else {
      const fitted = await fits.predicted(movedOn(cuboid, motion, direction), frame, LEAST_POINTS)
      if (fitted) {
        motion = direction === 1 ? motionBetween(cuboid, fitted) : motionBetween(fitted, cuboid)
        cuboid = fitted
        const inCommon = cuboidFromRelative(editor.job.originM, fitted)
        track = placedAt(track, frame, inCommon, { source: 'propagated', sizeOfFrame: false })
        done = step
        continue
      }
      why = msg('propagate.tooFew', { frame })
    }
    break
  }
  if (editor.session.document.tracks.get(before.id) !== before) {
    editor.tell(msg('propagate.changedMeanwhile'))
    return
  }
  if (done > 0) editor.session.execute('edit.propagate', changesBetween(before, track))
  editor.tell(msg('propagate.done', { count: done, reason: why }))
}
