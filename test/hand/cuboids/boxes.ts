import { yawOf } from '../../../src/geometry/quaternion.ts'
import type { AnnotatedDocument, Track } from '../../../src/model/document/document.ts'
import { heldFrames, isPlaced } from '../../../src/model/document/held.ts'
import { cuboidAt, followsAt, viewAt } from '../../../src/model/document/interpolate.ts'
import { attributesAt } from '../../../src/model/document/shapePath.ts'
import { SENSOR } from './field.ts'

/** A box on the ground, its middle in the common frame. */
export interface Box {
  x: number
  y: number
  z: number
  yaw: number
  length: number
  width: number
  height: number
}

/** A keyframe as a person thinks of it; without a box: absent from there on. */
export interface MeantBox {
  frame: number
  box: Box | null
  /** Set by a person, by propagation or by a suggestion, not computed from its neighbours. */
  placed: boolean
  /** Set by a person; machines may replace only what machines placed. */
  byHand: boolean
}

/** An object as the person means it. */
export interface Thing {
  classId: string
  /** Attributes of the whole object. */
  attributes: Readonly<Record<string, string>>
  /** How much is hidden, by frame. */
  occlusion: readonly (string | null)[]
  stationary: boolean
  keys: readonly MeantBox[]
  /** The state of the box on the camera, by frame. */
  camera: readonly string[]
  /** For a line in space: its points, and whether it stays beyond its last keyframe. */
  line?: string
  isHeld?: boolean
}

/** The content of a frame. `held` is absent if it does not matter. */
export interface Shown {
  box: Box | null
  held?: boolean
}

export type Meant = ReadonlyMap<string, Thing>

export const shownOf = (thing: Thing, frameCount: number): Shown[] =>
  Array.from({ length: frameCount }, (_, frame) => shownAt(thing, frame))

/** Between two keyframes a box goes straight on and turns the shorter way; after the last one it stays, and is held. */
export function shownAt({ keys, stationary }: Thing, frame: number): Shown {
  const at = keys.findLast((key) => key.frame <= frame)
  if (!at?.box) return { box: null }
  const lastPlaced = keys.findLast((key) => key.placed && key.box)
  const held = frame > (lastPlaced?.frame ?? -1)
  const first = keys.find(({ box }) => box)
  if (stationary && first?.box) return { box: first.box, held }
  const next = keys.find((key) => key.frame > frame)
  if (!next?.box || at.frame === frame) return { box: at.box, held }
  const share = (frame - at.frame) / (next.frame - at.frame)
  const between = (a: number, b: number) => a + (b - a) * share
  const { box: from } = at
  const { box: to } = next
  return {
    held,
    box: {
      x: between(from.x, to.x),
      y: between(from.y, to.y),
      z: between(from.z, to.z),
      yaw: from.yaw + turn(from.yaw, to.yaw) * share,
      length: between(from.length, to.length),
      width: between(from.width, to.width),
      height: between(from.height, to.height),
    },
  }
}

/** The shorter way from one heading to another. */
export function turn(from: number, to: number): number {
  const by = (to - from) % (2 * Math.PI)
  if (by > Math.PI) return by - 2 * Math.PI
  return by <= -Math.PI ? by + 2 * Math.PI : by
}

/** The records that the document delivers for a track, frame by frame. */
export function deliveredOf(document: AnnotatedDocument, track: Track): Shown[] {
  const held = new Set(heldFrames(document, track))
  return Array.from({ length: document.frameCount }, (_, frame) => {
    const found = cuboidAt(track, frame)
    if (!found) return { box: null }
    const { position, heading, dimensions } = found.shape
    return { box: { ...position, yaw: yawOf(heading), ...dimensions }, held: held.has(frame) }
  })
}

/** A track in a person's words. */
export function thingOf(track: Track, frameCount: number): Thing {
  const { cuboid } = track
  return {
    classId: track.classId,
    attributes: Object.fromEntries(Array.from(track.attributes, ([name, value]) => [name, String(value)])),
    occlusion: Array.from({ length: frameCount }, (_, frame) => occlusionAt(track, frame)),
    stationary: track.stationary,
    keys: (cuboid?.keys ?? []).map((key): MeantBox => {
      if (key.kind === 'out') return { frame: key.frame, box: null, placed: false, byHand: false }
      const { position, heading, sizeOverride } = key.shape
      const size = sizeOverride ?? cuboid?.dimensions ?? { length: 0, width: 0, height: 0 }
      const byHand = key.keyFrame && key.source === 'manual'
      return { frame: key.frame, box: { ...position, yaw: yawOf(heading), ...size }, placed: isPlaced(key), byHand }
    }),
    camera: Array.from({ length: frameCount }, (_, frame) => onCamera(track, frame)),
  }
}

function occlusionAt({ cuboid }: Track, frame: number): string | null {
  const value = cuboid && attributesAt(cuboid.attributes, frame).get('occlusion')
  return value === undefined || value === null ? null : String(value)
}

function onCamera({ views }: Track, frame: number): string {
  const path = views.get('front')
  if (!path) return '-'
  if (followsAt(path, frame)) return 'follows'
  return viewAt(path, frame) ? 'adjusted' : 'none'
}

const NEAR = 1e-4

/** The difference between two frames of an object, in words; null if they are equal. */
export function differenceOf(meant: readonly Shown[], delivered: readonly Shown[]): string | null {
  for (const [frame, one] of meant.entries()) {
    const other = delivered[frame]
    if (!isSameBox(one.box, other.box)) return `frame ${frame}: meant ${said(one)}, delivered ${said(other)}`
    if (one.held !== undefined && one.box && one.held !== other.held)
      return `frame ${frame}: meant ${one.held ? 'held' : 'placed'}, delivered ${other.held ? 'held' : 'placed'}`
  }
  return null
}

export function isSameBox(a: Box | null, b: Box | null, near = NEAR): boolean {
  if (!a || !b) return a === b
  const isNear = (['x', 'y', 'z', 'length', 'width', 'height'] as const).every((of) => Math.abs(a[of] - b[of]) < near)
  return isNear && Math.abs(turn(a.yaw, b.yaw)) < near
}

const said = ({ box }: Shown): string =>
  box
    ? `${box.x.toFixed(3)},${box.y.toFixed(3)},${box.z.toFixed(3)} ${((box.yaw * 180) / Math.PI).toFixed(1)}° ${box.length.toFixed(2)}×${box.width.toFixed(2)}×${box.height.toFixed(2)}`
    : 'nothing'

/** The keys with this one added or replaced. */
export const put = (keys: readonly MeantBox[], key: MeantBox): MeantBox[] =>
  [...keys.filter(({ frame }) => frame !== key.frame), key].sort((a, b) => a.frame - b.frame)

/** The box with another size: the sides towards the sensor stay where they are, and so does the bottom. */
function sizedSeen(one: Box, { length, width, height }: Box): Box {
  const [cos, sin] = [Math.cos(one.yaw), Math.sin(one.yaw)]
  const [x, y] = [SENSOR.x - one.x, SENSOR.y - one.y]
  const grown = (towards: number, before: number, after: number) =>
    Math.abs(towards) > before / 2 ? (Math.sign(towards) * (before - after)) / 2 : 0
  const ahead = grown(x * cos + y * sin, one.length, length)
  const left = grown(y * cos - x * sin, one.width, width)
  return {
    ...one,
    x: one.x + ahead * cos - left * sin,
    y: one.y + ahead * sin + left * cos,
    z: one.z + (height - one.height) / 2,
    length,
    width,
    height,
  }
}

/** The thing with this box placed at the frame: its size holds for all frames, a stationary one has it everywhere. */
export function placedAt(thing: Thing, frame: number, box: Box): Thing {
  const sized = (one: Box | null) => one && sizedSeen(one, box)
  if (thing.stationary) {
    const keys = thing.keys.map((key) => (key.box ? { ...key, box, placed: true, byHand: true } : key))
    return { ...thing, keys: put(keys, { frame, box, placed: true, byHand: true }) }
  }
  const keys = thing.keys.map((key) => ({ ...key, box: sized(key.box) }))
  return { ...thing, keys: put(keys, { frame, box, placed: true, byHand: true }) }
}

/** Whether all its frames have one size. */
export const isOfOneSize = ({ keys }: Thing): boolean => {
  const sizes = keys.flatMap(({ box }) => (box ? [`${box.length} ${box.width} ${box.height}`] : []))
  return new Set(sizes).size <= 1
}

/** The distance of two boxes, seen from above. */
export const apart = (a: Box, b: Box): number => Math.hypot(a.x - b.x, a.y - b.y)

export const bottomOf = ({ z, height }: Box): number => z - height / 2
