import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Pose } from '../../../geometry/pose.ts'
import type { Track } from '../../../model/document/document.ts'
import { withShape } from '../../../model/document/edit.ts'
import { withEarlierValues } from '../../../model/document/edits/earlierValues.ts'
import { isPersons, placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { shownPlacement } from '../../../model/document/edits/placements.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { heldFrom } from '../../../model/document/held.ts'
import { objectName } from '../../document/objectRows.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import {
  type Expected,
  expectedHere,
  type Following,
  foundHere,
  MOST_MISSED,
  steppedOn,
} from '../../tools/cuboid/following.ts'
import { timeBetween } from '../../view3d/frameTimes.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import type { FrameBox } from './frameBoxes.ts'

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
  /** In how many frames little speaks for the place where it was found. */
  unsure: number
}

/**
 * Takes the selected boxes along to the end of the sequence, all of them frame by frame: predicted by their motion, then
 * moved to the points. Behind others an object is looked for a few frames more: found again, it is the same one, and
 * interpolated between. It stops where a person has placed it and where too few points are left; all of them stop where
 * the editor's task is stopped. One step of undo.
 */
export async function propagate(editor: CuboidEditor, fits: CuboidFits, direction: 1 | -1): Promise<void> {
  const boxes = boxesAt(editor, editor.frame)
  if (boxes.length === 0 || !editor.canEdit) return
  await propagateFrom(editor, fits, { boxes, first: editor.frame, direction })
}

/** These boxes, each from the frame in which it was placed last. @param run as in EditorSession.execute */
export async function propagateHeld(
  editor: CuboidEditor,
  fits: CuboidFits,
  tracks: readonly Track[],
  run: object,
): Promise<void> {
  const byFrame = Map.groupBy(tracks, ({ cuboid }) => (cuboid ? (heldFrom(cuboid) ?? 0) : 0) - 1)
  for (const [first, held] of [...byFrame].sort(([a], [b]) => a - b)) {
    const boxes = held.flatMap(({ id }) => (first < 0 ? [] : (editor.boxOf(id, first) ?? [])))
    if (boxes.length === 0 || !editor.canEdit) continue
    const isDone = await propagateFrom(editor, fits, { boxes, first, direction: 1, run })
    if (!isDone) return
  }
}

interface Way {
  boxes: readonly FrameBox[]
  first: number
  direction: 1 | -1
  /** As in EditorSession.execute. */
  run?: object
}

/** false where a person stopped it. */
async function propagateFrom(
  editor: CuboidEditor,
  fits: CuboidFits,
  { boxes, first, direction, run }: Way,
): Promise<boolean> {
  const signal = editor.task.start()
  const objects = await Promise.all(boxes.map((box) => carriedFrom(box, fits, first, direction)))
  for (let frame = first + direction; objects.some(({ stopped }) => !stopped); frame += direction) {
    const going = objects.filter(({ stopped }) => !stopped)
    const end = await endAt(editor, frame, signal)
    if (end) {
      for (const object of going) object.stopped = lostBefore(object, frame, direction) ?? end
      continue
    }
    const step = await stepTo(editor, fits, frame, direction)
    await Promise.all(going.map((object) => carry(editor, fits, object, frame, direction, step)))
  }
  editor.task.end(signal)
  keep(editor, objects, run)
  return !signal.aborted
}

function boxesAt(editor: CuboidEditor, frame: number): FrameBox[] {
  const { selection, locked } = editor.session
  return [...selection].flatMap((id) => (locked.has(id) ? [] : (editor.boxOf(id, frame) ?? [])))
}

async function carriedFrom(
  { track, cuboid }: FrameBox,
  fits: CuboidFits,
  frame: number,
  direction: 1 | -1,
): Promise<Carried> {
  const following = await fits.following(track, cuboid, frame, direction)
  return { before: track, track, following, frames: 0, stopped: null, unsure: 0 }
}

async function endAt(editor: CuboidEditor, frame: number, signal: AbortSignal): Promise<Message | null> {
  if (signal.aborted) return msg('propagate.stopped')
  if (frame < 0 || frame >= editor.job.frames.length) return msg('propagate.sequenceEnds')
  return (await cloudsOf(editor, frame)) ? null : msg('propagate.pointsMissing', { frame })
}

/** Where what stands still has gone on the way to the frame. */
async function stepTo(editor: CuboidEditor, fits: CuboidFits, frame: number, direction: 1 | -1): Promise<Pose | null> {
  const step = fits.ground.between(frame - direction, frame)
  if (!editor.job.hasEgoPose) editor.tell(msg('propagate.vehicle', { frame }))
  await step
  editor.tell(msg('propagate.running', { frame }))
  return step
}

async function carry(
  editor: CuboidEditor,
  fits: CuboidFits,
  object: Carried,
  frame: number,
  direction: 1 | -1,
  step: Pose | null,
): Promise<void> {
  const { track } = object
  if (isPersons(track, frame)) {
    object.stopped = msg('propagate.humanFrame', { frame })
    return
  }
  const following = steppedOn(object.following, step, timeBetween(editor.job, frame - direction, frame))
  const expected = expectedHere(following, direction)
  const found = await fits.foundAgain(following, expected, frame, direction)
  object.following = found ? foundHere(following, found) : following
  if (object.following.missed > MOST_MISSED) object.stopped = lostBefore(object, frame + direction, direction)
  if (!found) return
  const unsure = isUnsure(editor, following.missed, { found, expected, frame, trackId: track.id })
  if (unsure && !track.stationary) object.unsure++
  const placed = track.stationary
    ? stayedAt(track, frame)
    : placedAt(track, frame, cuboidFromRelative(editor.job.originM, found), { ...PROPAGATED, unsure })
  object.track = withEarlierValues(placed, frame - direction * following.missed, frame)
  object.frames += following.missed
}

/** What is stationary was seen here too, and keeps the pose that it was given. */
function stayedAt(track: Track, frame: number): Track {
  const key = shownPlacement(track, frame)
  if (!track.cuboid || !key) return track
  return {
    ...track,
    cuboid: { ...track.cuboid, keys: withShape(track.cuboid.keys, frame, key.shape, PROPAGATED.source) },
  }
}

/** With fewer points a place is a guess. */
const SURE_POINTS = 10
/** Of how far from its expected place an object is looked for: what was found further off may be another thing. */
const SURE_SHARE = 0.6

/** Whether a person should look at a box: few points, found again after it was lost, or far from where it should be. */
function isUnsure(
  editor: CuboidEditor,
  missed: number,
  { found, expected, frame, trackId }: { found: Cuboid; expected: Expected; frame: number; trackId: string },
): boolean {
  if (missed > 1 || editor.countPoints({ trackId, cuboid: found }, frame) < SURE_POINTS) return true
  if (expected.ahead.length > 0) return false
  const { x, y } = expected.cuboid.position
  return Math.hypot(found.position.x - x, found.position.y - y) > SURE_SHARE * expected.reachM
}

/** Since when it was not found any more, before this frame; null: it was found in the frame before. */
function lostBefore({ following: { missed } }: Carried, frame: number, direction: 1 | -1): Message | null {
  return missed === 0 ? null : msg('propagate.tooFew', { frame: frame - direction * missed })
}

/** What was changed by hand meanwhile stays as it is. */
function keep(editor: CuboidEditor, objects: readonly Carried[], run?: object): void {
  const { session } = editor
  const untouched = objects.filter(({ before }) => session.document.tracks.get(before.id) === before)
  if (untouched.length < objects.length) editor.tell(msg('propagate.changedMeanwhile'))
  if (untouched.length === 0) return
  session.execute(
    'edit.propagate',
    untouched.flatMap(({ before, track }) => changesBetween(before, track)),
    run,
  )
  editor.tell(outcome(editor, untouched))
  const count = untouched.reduce((sum, { unsure }) => sum + unsure, 0)
  if (count > 0) editor.session.notices.add(msg('propagate.unsure', { count }), 'warning')
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
  const more = early.length - named.length
  const list = more > 0 ? [...named, msg('propagate.andMore', { count: more })] : named
  return msg('propagate.doneSome', { ...values, early: early.length, named: { list } })
}
