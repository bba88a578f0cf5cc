import { fileUrl } from '../../../formats/workbench/job.ts'
import type { Track } from '../../../model/document/document.ts'
import { nextSetFrame, type ShapeFound, withFoundShapes } from '../../../model/document/edits/foundShapes.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import type { FollowEnd, FollowedBox, FollowedObject } from '../../assist/tracking/trackMessages.ts'
import { trackWorker } from '../../assist/tracking/trackWorker.ts'
import { objectName } from '../../document/objectRows.ts'
import { Signal } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { asError } from '../../kit/asError.ts'
import { LongTask } from '../../kit/longTask.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { VideoState } from '../../timeline/videoState.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'

/** The outcome for one object in one direction. */
interface FollowedWay {
  trackId: string
  /** The number of frames in which it was found. */
  frames: number
  end: FollowEnd | 'set'
}

/** The number of early-stopped objects that are named. */
const MOST_NAMED = 5

/** How far the objects were followed, and why those that stopped early did. */
function followOutcome(session: EditorSession, ways: readonly FollowedWay[]): Message {
  const count = Math.max(0, ...ways.map(({ frames }) => frames))
  const objects = new Set(ways.map(({ trackId }) => trackId)).size
  const early = ways.filter(({ end }) => end !== 'steps')
  if (early.length === 0) return msg('follow.done', { objects, count })
  const list = early.slice(0, MOST_NAMED).map(({ trackId, frames, end }) => {
    const name = objectName(session, trackId, '–') ?? '–'
    return msg('follow.stoppedAfter', { name, count: frames, reason: reasonOf(end) })
  })
  return msg('follow.doneSome', { objects, count, early: early.length, named: { list } })
}

function reasonOf(end: FollowedWay['end']): Message {
  switch (end) {
    case 'lost':
      return msg('follow.lost')
    case 'left':
      return msg('follow.left')
    case 'missing':
      return msg('follow.missing')
    case 'set':
      return msg('follow.set')
    default:
      return msg('follow.stopped')
  }
}

export type FollowDirection = 'back' | 'both' | 'ahead'

export interface FollowWish {
  direction: FollowDirection
  /** null: all frames. */
  frames: number | null
}

export type FollowState = { kind: 'closed' } | { kind: 'asking' } | { kind: 'running'; done: number; total: number }

/** A selected box on its way in one direction. */
interface Followed {
  track: Track
  box: FollowedBox
  direction: 1 | -1
  steps: number
  /** A person has set the frame after these steps. */
  isSetBeyond: boolean
}

/** Follows the selected boxes of a video by how they look. What is found are keyframes of a machine, one step of undo. */
export class BoxFollowing {
  readonly #video: VideoState
  readonly #editor: CanvasEditor
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #task = new LongTask()
  #state: FollowState = { kind: 'closed' }

  constructor(video: VideoState, editor: CanvasEditor) {
    this.#video = video
    this.#editor = editor
  }

  get state(): FollowState {
    return this.#state
  }

  get canStart(): boolean {
    return !this.#editor.session.readOnly && this.#boxes().length > 0
  }

  /** Asks how far, unless it is on its way. */
  open(): void {
    if (this.#state.kind !== 'closed') return
    if (this.#video.imageAt(this.#editor.session.frame).file === null) {
      this.#editor.session.notices.add(msg('follow.tiles'), 'warning')
    } else if (this.canStart) this.#set({ kind: 'asking' })
    else this.#editor.session.notices.add(msg('follow.selectBoxes'), 'warning')
  }

  /** Closes the bar; shapes found so far stay. false: nothing was open. */
  close(): boolean {
    if (this.#state.kind === 'closed') return false
    if (!this.#task.stop()) this.#set({ kind: 'closed' })
    return true
  }

  async start({ direction, frames }: FollowWish): Promise<void> {
    if (!this.canStart || this.#state.kind === 'running') return
    const { session } = this.#editor
    const { frame } = session
    const directions = ([1, -1] as const).filter((one) => direction === 'both' || one > 0 === (direction === 'ahead'))
    const objects = directions.map((one) => this.#boxes().map((box) => this.#limited(box, one, frames)))
    const total = objects.reduce((sum, ways) => sum + longest(ways), 0)
    const signal = this.#task.start()
    this.#set({ kind: 'running', done: 0, total })
    const worker = trackWorker()
    const found: { way: Followed; object: FollowedObject }[] = []
    try {
      for (const ways of objects) {
        if (signal.aborted) break
        const before = objects.indexOf(ways) > 0 ? longest(objects[0]) : 0
        const onProgress = (done: number) => this.#set({ kind: 'running', done: before + done, total })
        const answers = await worker.ask(this.#request(ways, frame), { signal, onProgress })
        found.push(...ways.map((way, i) => ({ way, object: answers[i] })))
      }
      this.#keep(found, frame)
    } catch (error) {
      session.notices.add(msg('follow.failed', { reason: asError(error).message }), 'error')
    } finally {
      worker.close()
      this.#task.end(signal)
      this.#set({ kind: 'closed' })
    }
  }

  #boxes(): { track: Track; box: FollowedBox }[] {
    const { session } = this.#editor
    return this.#editor.selectedShapes().flatMap(({ trackId, shape }) => {
      const track = session.locked.has(trackId) ? undefined : session.document.tracks.get(trackId)
      return track && shape.type === 'rectangle' ? [{ track, box: shape }] : []
    })
  }

  #limited({ track, box }: { track: Track; box: FollowedBox }, direction: 1 | -1, most: number | null): Followed {
    const { frame, document } = this.#editor.session
    const asked = Math.min(most ?? document.frameCount, direction > 0 ? document.frameCount - 1 - frame : frame)
    const set = nextSetFrame(track, frame, direction)
    const free = set === null ? asked : Math.abs(set - frame) - 1
    return { track, box, direction, steps: Math.min(asked, free), isSetBeyond: free < asked }
  }

  #request(ways: readonly Followed[], frame: number) {
    const [{ direction }] = ways
    const { job } = this.#editor.session
    const urls = Array.from({ length: longest(ways) + 1 }, (_, step) => {
      const { file } = this.#video.imageAt(frame + direction * step)
      return fileUrl(job, file ?? '')
    })
    return {
      urls,
      boxes: ways.map(({ box: { left, top, right, bottom }, steps }) => ({ box: { left, top, right, bottom }, steps })),
    }
  }

  /** Objects that a person changed meanwhile stay unchanged. */
  #keep(found: readonly { way: Followed; object: FollowedObject }[], frame: number): void {
    const { session } = this.#editor
    const after = new Map<string, Track>()
    const ways: FollowedWay[] = []
    for (const { way, object } of found) {
      const before = session.document.tracks.get(way.track.id)
      if (before !== way.track) continue
      const shapes = object.places.map(
        ({ step, box }): ShapeFound => ({ frame: frame + way.direction * step, shape: { type: 'rectangle', ...box } }),
      )
      const last = object.places.at(-1)?.step ?? 0
      const outFrom = object.end === 'left' && way.direction > 0 ? frame + last + 1 : null
      after.set(before.id, withFoundShapes(after.get(before.id) ?? before, shapes, outFrom))
      ways.push({
        trackId: before.id,
        frames: last,
        end: object.end === 'steps' && way.isSetBeyond ? 'set' : object.end,
      })
    }
    const edits = [...after].flatMap(([id, track]) => changesBetween(session.document.tracks.get(id) ?? null, track))
    if (edits.length > 0) session.execute('edit.follow', edits)
    const isChanged = ways.length < found.length
    session.notices.add(isChanged ? msg('follow.changedMeanwhile') : followOutcome(session, ways))
  }

  #set(state: FollowState): void {
    this.#state = state
    this.#changes.emit()
  }
}

const longest = (ways: readonly Followed[]) => Math.max(0, ...ways.map(({ steps }) => steps))
