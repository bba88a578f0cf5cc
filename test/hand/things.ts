import { type AnnotatedDocument, IMAGE_VIEW, type Key, type Track } from '../../src/model/document/document.ts'
import { flatAt } from '../../src/model/document/interpolate.ts'
import type { FlatShape, ViewShape } from '../../src/model/document/shape.ts'
import { pixelOf } from '../../src/web/view2d/shapes/pixels.ts'

/** Pictures of the hand, shown unscaled: a pixel of the picture is one of the screen. */
export const IMAGE = { widthPx: 1000, heightPx: 500 }

/** What a person means to be in a job: an object with its class, its kind, its attributes and its place in each frame. */
export type Meant = readonly string[]

export type Place = readonly [x: number, y: number]

/** A keyframe as a person thinks of it; without places: absent from there on. */
export interface MeantKey {
  frame: number
  places: readonly Place[] | null
  hidden: boolean
}

export interface Thing {
  classId: string
  kind: string
  attributes: Record<string, string>
  keys: readonly MeantKey[]
}

/** One line a thing: class, kind, attributes, then the places frame by frame. */
export function lineOf({ classId, kind, attributes, keys }: Thing, frameCount: number): string {
  const frames = Array.from({ length: frameCount }, (_, frame) => wordOf(keys, frame))
  const values = Object.entries(attributes).sort()
  return `${classId} ${kind} ${JSON.stringify(values)} ${frames.join(' | ')}`
}

/** Between two keyframes each place goes straight on; after the last one it stays. */
function wordOf(keys: readonly MeantKey[], frame: number): string {
  const at = keys.findLast((key) => key.frame <= frame)
  if (!at?.places) return '-'
  const next = keys.find((key) => key.frame > frame)
  if (!next?.places || at.frame === frame) return told(at.places, at.hidden)
  // Corners that were added come out of a side: that it moves at all is looked at elsewhere.
  if (next.places.length !== at.places.length) return 'moving'
  const share = (frame - at.frame) / (next.frame - at.frame)
  const { places } = next
  return told(
    at.places.map(([x, y], i): Place => [x + (places[i][0] - x) * share, y + (places[i][1] - y) * share]),
    at.hidden,
  )
}

const told = (places: readonly Place[], hidden: boolean): string =>
  `${places.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(' ')}${hidden ? ' hidden' : ''}`

/** Half pixels go up, whichever side of the half rounding errors leave them. */
const rounded = (value: number): number => Math.round(value + 0.001)

/** The content of a document, in the same words. */
export const linesOf = (document: AnnotatedDocument): Meant =>
  Array.from(document.tracks.values(), (track) => {
    const thing = thingOf(track)
    const path = track.views.get(IMAGE_VIEW)
    const frames = Array.from({ length: document.frameCount }, (_, frame) => {
      const word = wordOf(thing.keys, frame)
      const shown = path && flatAt(path, frame)
      if (word === 'moving' && shown) return isHeld(track, frame) ? 'held' : 'moving'
      return shown ? told(placesOf(shown.shape), shown.hidden) : '-'
    })
    return `${thing.classId} ${thing.kind} ${JSON.stringify(Object.entries(thing.attributes).sort())} ${frames.join(' | ')}`
  }).sort()

/** Whether an outline keeps its place between two keyframes with different places. */
function isHeld(track: Track, frame: number): boolean {
  const path = track.views.get(IMAGE_VIEW)
  const shown = path && flatAt(path, frame)
  const before = path?.keys.findLast((key) => key.frame <= frame)
  if (before?.kind !== 'shape' || !shown) return false
  return told(placesOf(shown.shape), false) === told(placesOf(before.shape), false)
}

export function thingOf(track: Track): Thing {
  const keys = track.views.get(IMAGE_VIEW)?.keys ?? []
  const first = keys.find((key) => key.kind === 'shape')
  return {
    classId: track.classId,
    kind: first?.kind === 'shape' ? first.shape.type : '-',
    attributes: Object.fromEntries(Array.from(track.attributes, ([name, value]) => [name, String(value)])),
    keys: keys.map(keyOf),
  }
}

const keyOf = (key: Key<ViewShape>): MeantKey =>
  key.kind === 'out'
    ? { frame: key.frame, places: null, hidden: false }
    : { frame: key.frame, places: placesOf(key.shape), hidden: key.hidden }

/** Corners, ends or points of a shape, in pixels. */
function placesOf(shape: ViewShape | FlatShape): Place[] {
  const at = ({ x, y }: { x: number; y: number }): Place => {
    const pixel = pixelOf({ x, y }, IMAGE)
    return [pixel.x, pixel.y]
  }
  switch (shape.type) {
    case 'rectangle':
      return [at({ x: shape.left, y: shape.top }), at({ x: shape.right, y: shape.bottom })]
    case 'polygon':
      return shape.rings.flatMap((ring) => ring.map(at))
    case 'line':
    case 'landmark':
      return shape.points.map(at)
    case 'ellipse': {
      const [x, y] = at(shape.center)
      return [
        [x - shape.radiusXPx, y - shape.radiusYPx],
        [x + shape.radiusXPx, y + shape.radiusYPx],
      ]
    }
    default:
      return []
  }
}

/** Where a thing is in a frame; null: nowhere, or on its way between outlines of other numbers of corners. */
export function placesAt({ keys }: Thing, frame: number): readonly Place[] | null {
  const at = keys.findLast((key) => key.frame <= frame)
  if (!at?.places) return null
  const next = keys.find((key) => key.frame > frame)
  if (!next?.places || at.frame === frame) return at.places
  if (next.places.length !== at.places.length) return null
  const share = (frame - at.frame) / (next.frame - at.frame)
  const { places } = next
  return at.places.map(([x, y], i): Place => [x + (places[i][0] - x) * share, y + (places[i][1] - y) * share])
}

/** The keys with this one added or replaced. */
export const put = (keys: readonly MeantKey[], key: MeantKey): MeantKey[] =>
  [...keys.filter(({ frame }) => frame !== key.frame), key].sort((a, b) => a.frame - b.frame)

const hiddenAt = (keys: readonly MeantKey[], frame: number): boolean =>
  keys.findLast((key) => key.frame <= frame)?.hidden ?? false

/** A key at these places in this frame, with the same occlusion as before. */
export const keyPut = (keys: readonly MeantKey[], frame: number, places: readonly Place[]): MeantKey[] =>
  put(keys, { frame, places, hidden: hiddenAt(keys, frame) })

/** The thing without the frames from this one to the next keyframe; null if it would be absent from all. */
export function gone(thing: Thing, frame: number): Thing | null {
  const before = thing.keys.findLast((key) => key.frame < frame)
  const next = thing.keys.find((key) => key.frame >= frame)
  const isMoving = before?.places && before.frame < frame - 1 && next?.places
  const there = isMoving ? placesAt(thing, frame - 1) : null
  const held = there && before ? put(thing.keys, { ...before, frame: frame - 1, places: there }) : thing.keys
  const keys = put(held, { frame, places: null, hidden: false })
  return keys.some(({ places }) => places) ? { ...thing, keys } : null
}

/** Covered from this frame to the next keyframe, or seen again. */
export function covered(thing: Thing, frame: number): Thing | null {
  const places = placesAt(thing, frame)
  return places && { ...thing, keys: put(thing.keys, { frame, places, hidden: !hiddenAt(thing.keys, frame) }) }
}

export const firstOf = ({ keys }: Thing): number => keys.find(({ places }) => places)?.frame ?? 0

export const lastOf = ({ keys }: Thing): number => keys[keys.length - 1].frame

/** Seen in the frame: there, not covered, and not only because it stays after its last keyframe. */
export function isSeen(thing: Thing, frame: number): boolean {
  const at = thing.keys.findLast((key) => key.frame <= frame)
  return at?.places != null && !at.hidden && frame <= lastOf(thing)
}

export function frameOf(line: string, frame: number): string {
  return framesOf(line).frames[frame] ?? ''
}

function framesOf(line: string): { head: string; frames: string[] } {
  const [classId, kind, values, ...rest] = line.split(' ')
  return { head: `${classId} ${kind} ${values}`, frames: rest.join(' ').split(' | ') }
}

/** The parts of a line before a frame and from it on; null for an empty part. */
export function halvesOf(line: string, at: number): (string | null)[] {
  const { head, frames } = framesOf(line)
  const half = (isIn: (frame: number) => boolean) => {
    const words = frames.map((word, frame) => (isIn(frame) ? word : '-'))
    return words.every((word) => word === '-') ? null : `${head} ${words.join(' | ')}`
  }
  return [half((frame) => frame < at), half((frame) => frame >= at)]
}
