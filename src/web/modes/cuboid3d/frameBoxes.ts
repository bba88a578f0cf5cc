import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { ShapeSource, Track } from '../../../model/document/document.ts'
import { heldFrom } from '../../../model/document/held.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { lastIndexAt } from '../../../model/document/shapePath.ts'
import type { TagClass } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'
import { HELD_ON_CLOUD, UNKNOWN_CLASS_ON_CLOUD } from '../../tokens.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import { cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'

/** A track's box in one frame; the cuboid is relative to the job's origin. */
export interface FrameBox extends NamedCuboid {
  track: Track
  color: string
  keyFrame: boolean
  source: ShapeSource
  /** It only stays where it was placed last. */
  held: boolean
  /** Propagation placed it where little speaks for it. */
  isUnsure: boolean
  /** A machine placed it, and no person changed it since. */
  isHollow: boolean
}

function isKeyUnsure({ cuboid }: Track, frame: number): boolean {
  const key = cuboid?.keys[lastIndexAt(cuboid.keys, frame)]
  return key?.kind === 'shape' && key.frame === frame && (key.unsure ?? false)
}

interface OfFrame {
  document: unknown
  concealed: unknown
  boxes: readonly FrameBox[]
  byTrack: ReadonlyMap<string, FrameBox>
  split: { selection: unknown; resting: readonly FrameBox[]; selected: readonly FrameBox[] } | null
}

const MOST_FRAMES = 16
const NONE: readonly FrameBox[] = []

/** Boxes of frames, worked out once a document and the same objects until it changes. */
export class FrameBoxes {
  readonly #session: EditorSession
  readonly #job: FusionJob
  readonly #classes: ReadonlyMap<string, TagClass>
  readonly #frames = new Map<number, OfFrame>()

  constructor(session: EditorSession, job: FusionJob, classes: ReadonlyMap<string, TagClass>) {
    this.#session = session
    this.#job = job
    this.#classes = classes
  }

  at(frame: number): readonly FrameBox[] {
    return this.#of(frame).boxes
  }

  get(trackId: string, frame: number): FrameBox | null {
    return this.#of(frame).byTrack.get(trackId) ?? null
  }

  /** Those that are selected apart from the rest. */
  split(frame: number): { resting: readonly FrameBox[]; selected: readonly FrameBox[] } {
    const { selection } = this.#session
    const of = this.#of(frame)
    if (of.split?.selection !== selection) {
      const selected = of.boxes.filter(({ trackId }) => selection.has(trackId))
      const resting = selected.length > 0 ? of.boxes.filter(({ trackId }) => !selection.has(trackId)) : of.boxes
      of.split = { selection, resting, selected }
    }
    // What is open would be drawn twice over a comparison.
    return this.#session.overlay.hidesWork ? { resting: NONE, selected: of.split.selected } : of.split
  }

  #of(frame: number): OfFrame {
    const { document, concealed } = this.#session
    const known = this.#frames.get(frame)
    if (known?.document === document && known.concealed === concealed) return known
    const boxes: FrameBox[] = []
    for (const track of document.tracks.values()) {
      const shown: { shape: Cuboid; keyFrame: boolean; source: ShapeSource } | null = concealed.has(track.id)
        ? null
        : cuboidAt(track, frame)
      if (!shown) continue
      const from = track.cuboid && heldFrom(track.cuboid)
      const held = from !== null && frame >= from
      const classColor = this.#classes.get(track.classId)?.color ?? UNKNOWN_CLASS_ON_CLOUD
      const color = held ? HELD_ON_CLOUD : classColor
      const isHollow = shown.keyFrame && shown.source !== 'manual'
      const cuboid = cuboidRelativeTo(this.#job.originM, shown.shape)
      const { keyFrame, source } = shown
      const isUnsure = keyFrame && source === 'propagated' && isKeyUnsure(track, frame)
      boxes.push({ trackId: track.id, track, color, cuboid, keyFrame, source, held, isUnsure, isHollow })
    }
    const byTrack = new Map(boxes.map((box) => [box.trackId, box]))
    const made = { document, concealed, boxes, byTrack, split: null }
    this.#frames.delete(frame)
    this.#frames.set(frame, made)
    const [oldest] = this.#frames.keys()
    if (this.#frames.size > MOST_FRAMES) this.#frames.delete(oldest)
    return made
  }
}
