import type { Cuboid, Dimensions } from '../../../geometry/cuboid.ts'
import { pointsInBox } from '../../../geometry/pointCount.ts'
import { identityPose } from '../../../geometry/pose.ts'
import { distance } from '../../../geometry/vec3.ts'
import type { Track } from '../../../model/document/document.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import type { FittedCuboid } from '../../../model/fit/fitInput.ts'
import { refitRadiusM } from '../../../model/fit/fitReach.ts'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import { usualSize } from '../../../model/fit/usualSize.ts'
import { FitClient } from '../../assist/fitClient.ts'
import { fitNoteMessage } from '../../assist/fitNoteMessage.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { MakingGesture } from '../../tools/cuboid/cuboidHost.ts'
import { type Expected, type Following, followingFrom } from '../../tools/cuboid/following.ts'
import { gestureCuboid } from '../../tools/cuboid/gestureCuboid.ts'
import { motionAt, STILL } from '../../tools/cuboid/motion.ts'
import { timeBetween } from '../../view3d/frameTimes.ts'
import { cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameBox } from './frameBoxes.ts'
import { GroundMotions } from './groundMotions.ts'
import { placedSizes } from './placedSizes.ts'
import { type RedrawnSize, redrawnTrack } from './redrawnBox.ts'
import { resizedFrames } from './resizedInAll.ts'

/** A frame: what moves less may as well be noise. */
const LEAST_MOTION_M = 0.15
/** More show no more of what stands still. */
const MOST_FRAMES = 30

const VERBS: readonly { verb: RefitVerb; label: Message; keys: string[] }[] = [
  { verb: 'tighten', label: msg('fit.tighten'), keys: ['Q'] },
  { verb: 'all', label: msg('fit.all'), keys: ['Shift+Q'] },
  { verb: 'size', label: msg('fit.size'), keys: ['Shift+E'] },
  { verb: 'position', label: msg('fit.position'), keys: ['Shift+P'] },
  { verb: 'heading', label: msg('fit.heading'), keys: ['Shift+H'] },
  { verb: 'moving_direction', label: msg('fit.moving'), keys: ['Shift+V'] },
]

type Fitted = Pick<FittedCuboid, 'cuboid' | 'completed'>

/** Boxes from points: the gesture says where, the fit in its worker says how. */
export class CuboidFits {
  readonly #editor: CuboidEditor
  readonly #client = new FitClient()
  /** The track whose box the next gesture draws again, instead of making an object. */
  #redrawnId: string | null = null

  readonly ground: GroundMotions

  constructor(editor: CuboidEditor) {
    this.#editor = editor
    this.ground = new GroundMotions(editor)
  }

  verbs(): typeof VERBS {
    return VERBS
  }

  /** The next drag draws the selected object's box of this frame again. */
  redraw(): void {
    const { session, selectedTrack } = this.#editor
    if (!selectedTrack) return
    this.#redrawnId = selectedTrack.id
    session.setTool('drag')
    this.#editor.tell(msg('fit.redrawHint'))
  }

  /** The track to redraw, if it is still the selected one; asked once. */
  #takeRedrawn(): Track | null {
    const { selectedTrack } = this.#editor
    const isMeant = selectedTrack !== null && selectedTrack.id === this.#redrawnId
    this.#redrawnId = null
    return isMeant ? selectedTrack : null
  }

  /**
   * A new object out of a gesture, or the box of one drawn again; where the points say nothing a drag has its class's
   * size. Class and frame are those of the gesture, whatever is pressed until the points have answered.
   */
  async make(gesture: MakingGesture, groundZ: number): Promise<void> {
    const editor = this.#editor
    const { frame, currentClass } = editor
    const redrawn = gesture.kind === 'drag' ? this.#takeRedrawn() : null
    const put = (fitted: Fitted): void => {
      if (redrawn) this.#putRedrawn(redrawn.id, frame, fitted)
      else editor.create(fitted.cuboid, currentClass, frame)
    }
    const classSize = this.#usualSize(redrawn?.classId ?? editor.session.currentClassId ?? '', redrawn)
    const plain = gestureCuboid(gesture, classSize, groundZ, editor.orbit.yawRad)
    const answered = editor.session.underWay.begin()
    const answer = await this.#fitted(gesture, classSize, frame, redrawn?.id ?? null)
    answered()
    // A click makes what it finds points of; a drag also says how large the object is.
    const isFound = !('refused' in answer) && !answer.reasons.some(({ code }) => code === 'CLASS_SIZE')
    if (gesture.kind === 'click' && !isFound) {
      editor.session.notices.refuse(msg('cuboid.nothingThere'))
    } else if ('refused' in answer) {
      put({ cuboid: plain, completed: ['front', 'back', 'left', 'right', 'top'] })
      editor.tell(msg('fit.placedAsDrawn', { reason: fitNoteMessage(answer.refused) }))
    } else {
      editor.fittedFaces.set(frame, answer.cuboid, answer.completed)
      put(answer)
      if (answer.reasons.length > 0)
        editor.tell(msg('fit.placed', { notes: { list: answer.reasons.map(fitNoteMessage) } }))
    }
  }

  /** Without the points of other boxes; where then nothing is left, what is drawn over is meant all the same. */
  async #fitted(gesture: MakingGesture, classSize: Dimensions | null, frame: number, trackId: string | null) {
    const editor = this.#editor
    const sensorPosition = editor.shownClouds(frame)[0]?.sensor
    const ask = (positions: Float32Array) =>
      this.#client
        .fit({ positions, gesture, classSize, sensorPosition })
        .catch(() => ({ refused: { code: 'FAILED' } as const }))
    const all = () => editor.clouds.pointsForFit([frame], gesture, classSize)
    const alone = await ask(withoutOthers(all(), editor.boxesAt(frame), trackId))
    return 'refused' in alone && gesture.kind !== 'click' ? ask(all()) : alone
  }

  #putRedrawn(trackId: string, frame: number, fitted: Fitted): void {
    const editor = this.#editor
    let size: RedrawnSize = 'same'
    editor.edit(trackId, 'edit.redraw', (track) => {
      const redrawn = redrawnTrack(editor, track, frame, fitted)
      size = redrawn.size
      return redrawn.track
    })
    if (size !== 'same') editor.tell(msg(size === 'kept' ? 'fit.sizeKept' : 'fit.sizeChanged'))
  }

  async refit(verb: RefitVerb, frame = this.#editor.frame): Promise<void> {
    const editor = this.#editor
    const box = editor.selectedBox(frame)
    if (!box) return
    const answered = editor.session.underWay.begin()
    const answer = await this.refitted(verb, box.track, frame)
    answered()
    if ('refused' in answer) editor.tell(msg('fit.refused', { reason: answer.refused }))
    else if (editor.session.document.tracks.get(box.trackId) !== box.track) editor.tell(msg('fit.changedMeanwhile'))
    else {
      editor.fittedFaces.set(frame, answer.cuboid, answer.completed)
      if (!editor.place(box.trackId, frame, answer.cuboid, 'edit.refit')) return
      const { tracks, frameCount } = editor.session.document
      const after = tracks.get(box.trackId)
      const count = after ? resizedFrames(box.track, after, frame, frameCount) : 0
      if (count > 0 && !box.track.stationary) editor.tell(msg('fit.resizedOthers', { count }))
    }
  }

  /** The box that the track has at the frame, fitted to that frame's points; relative to the job's origin. */
  async refitted(verb: RefitVerb, track: Track, frame: number): Promise<Fitted | { refused: Message }> {
    const shown = cuboidAt(track, frame)
    if (!shown) return { refused: msg('fit.objectAbsent') }
    const cuboid = cuboidRelativeTo(this.#editor.job.originM, shown.shape)
    const known = this.#known(track, frame)
    const frames = this.#framesOf(track, frame)
    const around = this.#around(cuboid, refitRadiusM(cuboid, known), frames)
    if (frames.length === 1) withoutOthers(around.positions, this.#editor.boxesAt(frame), track.id, cuboid)
    const answer = await this.#client
      .refit({ verb, cuboid, ...known, ...around })
      .catch(() => ({ refused: { code: 'FAILED' } as const }))
    return 'refused' in answer ? { refused: fitNoteMessage(answer.refused) } : answer
  }

  /** The object that was found in another frame, in `frame`, as the points of that frame want it. null: too few points. */
  async foundAgain(
    { cuboid: last, missed }: Following,
    { cuboid, reachM, ahead, aheadReachM }: Expected,
    frame: number,
    direction: 1 | -1,
  ): Promise<Cuboid | null> {
    const known = { classSize: null, reachM: ahead.length > 0 ? Math.max(reachM, aheadReachM) : reachM }
    const farthest = ahead.map(({ position }) => distance(position, cuboid.position))
    const radiusM = refitRadiusM(cuboid, known) + Math.max(0, ...farthest)
    const { length, width } = last.dimensions
    const lastFrame = frame - direction * missed
    // Where it is looked for in one place only, nothing is compared with its shape.
    const positions =
      ahead.length > 0
        ? this.#editor.clouds.pointsAround([lastFrame], last.position, Math.hypot(length, width) / 2)
        : new Float32Array()
    const answer = await this.#client.findAgain({
      sought: { expected: cuboid, reachM, ahead, aheadReachM, last: { cuboid: last, positions } },
      classSize: null,
      ...this.#around(cuboid, radiusM, [frame]),
    })
    return 'refused' in answer ? null : answer.cuboid
  }

  /** The object of this frame, to be followed from here on; its motion is what its last two known places tell. */
  async following(track: Track, cuboid: Cuboid, frame: number, direction: 1 | -1): Promise<Following> {
    const before = frame - direction
    // After the last frame a box stays too, but nothing moves there.
    const known = this.#editor.job.frames[before] && cuboidAt(track, before)
    if (!known) return followingFrom(cuboid, null, null)
    const shape = cuboidRelativeTo(this.#editor.job.originM, known.shape)
    const standing = await this.ground.between(before, frame)
    return followingFrom(cuboid, shape, standing, timeBetween(this.#editor.job, before, frame))
  }

  dispose(): void {
    this.#client.dispose()
    this.ground.dispose()
  }

  /** By the size that the class was given, and those of its other objects in this job. */
  #usualSize(classId: string, except: Track | null): Dimensions | null {
    const { session } = this.#editor
    const given = this.#editor.classOf(classId)?.defaultSize ?? null
    return usualSize(given, placedSizes(session.document.tracks.values(), classId, except))
  }

  /** What the rest of the track tells about the box of this frame. */
  #known(track: Track, frame: number) {
    const classSize = this.#usualSize(track.classId, track)
    // A stationary object has one box: in frames before it tells nothing more.
    const keys = track.stationary ? [] : (track.cuboid?.keys ?? [])
    const before = keys.findLast((key) => key.kind === 'shape' && key.frame < frame)
    const shown = before && cuboidAt(track, before.frame)
    // In its first frame only the next frame can tell.
    const { x, y } = motionAt(track, frame) ?? motionAt(track, frame + 1) ?? STILL
    return {
      classSize,
      previous: shown ? cuboidRelativeTo(this.#editor.job.originM, shown.shape) : undefined,
      motionYawRad: Math.hypot(x, y) > LEAST_MOTION_M ? Math.atan2(y, x) : undefined,
    }
  }

  /** What stands still is seen in all frames: the nearest of them that are loaded, this one first. */
  #framesOf(track: Track, frame: number): number[] {
    if (!track.stationary) return [frame]
    const { clouds, job } = this.#editor
    const others = job.frames.map((_, i) => i).filter((i) => i !== frame && clouds.isLoaded(i))
    others.sort((a, b) => Math.abs(a - frame) - Math.abs(b - frame))
    return [frame, ...others.slice(0, MOST_FRAMES - 1)]
  }

  #around({ position }: Cuboid, radiusM: number, frames: readonly number[]) {
    const { clouds } = this.#editor
    const positions = clouds.pointsAround(frames, position, radiusM)
    const [sensorPosition, ...otherSensors] = frames.flatMap((frame) => clouds.shown([frame])[0]?.sensor ?? [])
    return { positions, sensorPosition, otherSensors }
  }
}

/**
 * Marks points inside boxes of other objects of the frame as missing: they belong to those. Held boxes do not count.
 * @param positions x y z interleaved, changed in place
 * @param own the object that is fitted, if it has a box already: points in two boxes may be its own
 */
function withoutOthers(
  positions: Float32Array,
  boxes: readonly FrameBox[],
  trackId: string | null,
  own: Cuboid | null = null,
): Float32Array {
  const others = boxes.filter((box) => box.trackId !== trackId && !box.held)
  if (others.length === 0) return positions
  const kept = new Set(own ? pointsInBox(positions, identityPose, own) : [])
  for (const { cuboid } of others) {
    for (const point of pointsInBox(positions, identityPose, cuboid)) {
      if (!kept.has(point)) positions.fill(Number.NaN, 3 * point, 3 * point + 3)
    }
  }
  return positions
}
