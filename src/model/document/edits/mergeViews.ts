import type { AttributeSteps, FlatPath, Key, ShapeKey, Track } from '../document.ts'
import { viewAt } from '../interpolate.ts'
import type { ViewShape } from '../shape.ts'
import { lastIndexAt } from '../shapePath.ts'
import { bakedKey, joinedKeys, keysWithin, type Span, spansOf } from './keySpans.ts'
import { mergedSteps } from './stepSpans.ts'

type MergedViews = { views: ReadonlyMap<string, FlatPath> } | { sensorId: string; frames: number[] }

/**
 * Merges the boxes on cameras; if the two tracks have an edited box on the same camera and frame, returns those frames
 * instead.
 */
export function mergedViews(kept: Track, added: Track, spans: readonly Span[][], frameCount: number): MergedViews {
  const views = new Map<string, FlatPath>()
  for (const sensorId of new Set([...kept.views.keys(), ...added.views.keys()])) {
    const pair = new PairOfViews([kept, added], sensorId, spans, frameCount)
    const frames = pair.conflicts()
    if (frames.length > 0) return { sensorId, frames }
    views.set(sensorId, pair.merged())
  }
  return { views }
}

/** One camera's boxes of two tracks that become one. */
class PairOfViews {
  readonly #paths: readonly (FlatPath | undefined)[]
  readonly #spans: readonly Span[][]
  readonly #frameCount: number
  /** Attributes of another class have another meaning, and no result may have them. */
  readonly #isOneClass: boolean

  constructor(tracks: readonly Track[], sensorId: string, spans: readonly Span[][], frameCount: number) {
    this.#paths = tracks.map(({ views }) => views.get(sensorId))
    this.#spans = spans
    this.#frameCount = frameCount
    this.#isOneClass = tracks.every(({ classId }) => classId === tracks[0].classId)
  }

  conflicts(): number[] {
    return this.#frames().filter((frame) => this.#ownAt(0, frame) && this.#ownAt(1, frame))
  }

  merged(): FlatPath {
    const [one, other] = this.#paths
    const attributes = this.#isOneClass ? this.#mergedSteps() : (one?.attributes ?? new Map())
    const follows = Boolean(one?.follows || other?.follows)
    const keys = follows ? this.#keysThatFollow() : this.#keysOfBoth()
    return { keys, attributes, follows }
  }

  #mergedSteps(): AttributeSteps {
    const [one = new Map(), other = new Map()] = this.#paths.map((path) => path?.attributes)
    return mergedSteps(one, other, this.#frameCount, (frame) => this.#ownerAt(frame))
  }

  /**
   * In a view that follows, each key applies to its frame only: an edited box, or none where the cuboid would show one.
   */
  #keysThatFollow(): Key<ViewShape>[] {
    return this.#frames().flatMap((frame): Key<ViewShape>[] => {
      const own = this.#ownAt(0, frame) ?? this.#ownAt(1, frame)
      const withCuboid = this.#cuboidOwner(frame)
      if (own) return [{ ...own, linked: own.linked || withCuboid !== null }]
      if (withCuboid === null) return []
      const path = this.#paths[withCuboid]
      const isShown = path?.follows && path.keys[lastIndexAt(path.keys, frame)]?.frame !== frame
      return isShown ? [] : [{ kind: 'out', frame }]
    })
  }

  #keysOfBoth(): readonly Key<ViewShape>[] {
    const [one, other] = this.#paths
    if (!one || !other) return (one ?? other)?.keys ?? []
    const parts = [one, other].flatMap((path, i) =>
      spansOf(path.keys, this.#frameCount).map((span) => ({
        span,
        keys: keysWithin(path.keys, span, (frame) => this.#ownAt(i, frame)),
      })),
    )
    return joinedKeys(parts, this.#frameCount)
  }

  /** The key of the frame, or a key made from what is shown there. */
  #ownAt(i: number, frame: number): ShapeKey<ViewShape> | null {
    const path = this.#paths[i]
    const shown = path && viewAt(path, frame)
    if (!path || !shown) return null
    const key = path.keys[lastIndexAt(path.keys, frame)]
    return key.kind === 'shape' && key.frame === frame ? key : bakedKey(frame, shown)
  }

  #cuboidOwner(frame: number): number | null {
    const at = this.#spans.findIndex((spans) => spans.some(({ first, last }) => frame >= first && frame <= last))
    return at < 0 ? null : at
  }

  #ownerAt(frame: number): 0 | 1 | null {
    if (this.#ownAt(0, frame)) return 0
    if (this.#ownAt(1, frame)) return 1
    const owner = this.#cuboidOwner(frame)
    return owner === 0 || owner === 1 ? owner : null
  }

  #frames(): number[] {
    return Array.from({ length: this.#frameCount }, (_, frame) => frame)
  }
}
