import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Track } from '../../../model/document/document.ts'
import { isPersons, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { objectName } from '../../document/objectRows.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { type Motion, motionBetween, movedOn } from '../../tools/cuboid/motion.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'

const LEAST_POINTS = 5
/** Of the objects that stopped early, so many are named. */
const MOST_NAMED = 5

/** An object on its way through the frames. */
interface Carried {
  readonly before: Track
  track: Track
  /** In the last frame that was reached; relative to the job's origin. */
  cuboid: Cuboid
  motion: Motion
  frames: number
  /** Why it goes no further. */
  stopped: Message | null
}

/**
 * Takes the selected boxes along to the end of the sequence, all of them frame by frame: predicted by their motion, then
 * moved to the points. An object stops where a person has placed it and where too few points are left; all of them stop
 * where the editor's task is stopped. One step of undo.
 */
export async function propagate(editor: CuboidEditor, fits: CuboidFits, direction: 1 | -1): Promise<void> {
  const objects = carriedFrom(editor, fits, direction)
  if (objects.length === 0 || !editor.canEdit) return
  const signal = editor.task.start()
  for (let frame = editor.frame + direction; objects.some(({ stopped }) => !stopped); frame += direction) {
    const going = objects.filter(({ stopped }) => !stopped)
    const end = await endAt(editor, frame, signal)
    if (end) for (const object of going) object.stopped = end
    else await Promise.all(going.map((object) => carry(editor, fits, object, frame, direction)))
  }
  editor.task.end(signal)
  keep(editor, objects)
}

function carriedFrom(editor: CuboidEditor, fits: CuboidFits, direction: 1 | -1): Carried[] {
  const { frame, session } = editor
  return [...session.selection].flatMap((id) => {
    const box = session.locked.has(id) ? null : editor.boxOf(id, frame)
    if (!box) return []
    const motion = fits.motionAt(id, direction === 1 ? frame : frame + 1)
    return [{ before: box.track, track: box.track, cuboid: box.cuboid, motion, frames: 0, stopped: null }]
  })
}

async function endAt(editor: CuboidEditor, frame: number, signal: AbortSignal): Promise<Message | null> {
  if (signal.aborted) return msg('propagate.stopped')
  if (frame < 0 || frame >= editor.job.frames.length) return msg('propagate.sequenceEnds')
  editor.tell(msg('propagate.running', { frame }))
  return (await cloudsOf(editor, frame)) ? null : msg('propagate.pointsMissing', { frame })
}

async function carry(
  editor: CuboidEditor,
  fits: CuboidFits,
  object: Carried,
  frame: number,
  direction: 1 | -1,
): Promise<void> {
  const { cuboid, motion, track } = object
  const fitted = isPersons(track, frame)
    ? null
    : await fits.predicted(movedOn(cuboid, motion, direction), frame, LEAST_POINTS)
  if (!fitted) {
    object.stopped = isPersons(track, frame)
      ? msg('propagate.humanFrame', { frame })
      : msg('propagate.tooFew', { frame })
    return
  }
  object.motion = direction === 1 ? motionBetween(cuboid, fitted) : motionBetween(fitted, cuboid)
  object.cuboid = fitted
  const inCommon = cuboidFromRelative(editor.job.originM, fitted)
  object.track = placedAt(track, frame, inCommon, { source: 'propagated', sizeOfFrame: false })
  object.frames++
}

/** What was changed by hand meanwhile stays as it is. */
function keep(editor: CuboidEditor, objects: readonly Carried[]): void {
  const { session } = editor
  const untouched = objects.filter(({ before }) => session.document.tracks.get(before.id) === before)
  if (untouched.length < objects.length) editor.tell(msg('propagate.changedMeanwhile'))
  if (untouched.length === 0) return
  session.execute(
    'edit.propagate',
    untouched.flatMap(({ before, track }) => changesBetween(before, track)),
  )
  editor.tell(outcome(editor, untouched))
}

function outcome({ session }: CuboidEditor, objects: readonly Carried[]): Message {
  const farthest = Math.max(...objects.map(({ frames }) => frames))
  const [{ stopped }] = objects
  if (objects.length === 1) return msg('propagate.done', { count: farthest, reason: stopped ?? '' })
  const early = objects.filter(({ frames }) => frames < farthest)
  const named = early
    .slice(0, MOST_NAMED)
    .map(({ before, stopped: reason }) =>
      msg('propagate.stoppedEarly', { name: objectName(session, before.id, '–') ?? '–', reason: reason ?? '' }),
    )
  const values = { objects: objects.length, count: farthest }
  if (early.length === 0) return msg('propagate.doneAll', values)
  return msg('propagate.doneSome', { ...values, early: early.length, named: { list: named } })
}
