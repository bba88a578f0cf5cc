import type { Track } from '../../../model/document/document.ts'
import { isPersons, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { objectName } from '../../document/objectRows.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { expectedNext, type Following, followedOn, MOST_MISSED } from '../../tools/cuboid/following.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'

const LEAST_POINTS = 5
const PROPAGATED = { source: 'propagated', sizeOfFrame: false } as const
/** Of the objects that stopped early, so many are named. */
const MOST_NAMED = 5

/** An object on its way through the frames. */
interface Carried {
  readonly before: Track
  track: Track
  /** Relative to the job's origin. */
  following: Following
  /** How far from its first frame it was found last. */
  frames: number
  /** Why it goes no further. */
  stopped: Message | null
}

/**
 * Takes the selected boxes along to the end of the sequence, all of them frame by frame: predicted by their motion, then
 * moved to the points. Behind others an object is looked for a few frames more: found again, it is the same one, and
 * interpolated between. It stops where a person has placed it and where too few points are left; all of them stop where
 * the editor's task is stopped. One step of undo.
 */
export async function propagate(editor: CuboidEditor, fits: CuboidFits, direction: 1 | -1): Promise<void> {
  const objects = carriedFrom(editor, fits, direction)
  if (objects.length === 0 || !editor.canEdit) return
  const signal = editor.task.start()
  for (let frame = editor.frame + direction; objects.some(({ stopped }) => !stopped); frame += direction) {
    const going = objects.filter(({ stopped }) => !stopped)
    const end = await endAt(editor, frame, signal)
    if (end) for (const object of going) object.stopped = lostBefore(object, frame, direction) ?? end
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
    const following = fits.following(id, box.cuboid, frame, direction)
    return [{ before: box.track, track: box.track, following, frames: 0, stopped: null }]
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
  const { following, track } = object
  if (isPersons(track, frame)) {
    object.stopped = msg('propagate.humanFrame', { frame })
    return
  }
  const { cuboid, reachM } = expectedNext(following, direction)
  const found = await fits.foundNear(cuboid, reachM, frame, LEAST_POINTS)
  object.following = followedOn(following, found, direction)
  if (object.following.missed > MOST_MISSED) object.stopped = lostBefore(object, frame + direction, direction)
  if (!found) return
  object.track = placedAt(track, frame, cuboidFromRelative(editor.job.originM, found), PROPAGATED)
  object.frames += following.missed + 1
}

/** Since when it was not found any more, before this frame; null: it was found in the frame before. */
function lostBefore({ following: { missed } }: Carried, frame: number, direction: 1 | -1): Message | null {
  return missed === 0 ? null : msg('propagate.tooFew', { frame: frame - direction * missed })
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
