import type { LabelValues } from './values.ts'

export interface Interval {
  frame_start: number
  frame_end: number
}

/** Geometry of an object in a frame, by its kind; each has a name that is unique within the object. */
export type GeometryKindName = 'cuboid' | 'bbox' | 'rbbox' | 'poly2d' | 'point2d' | 'poly3d' | 'point3d' | 'binary'

export interface Geometry {
  name: string
  val: unknown
  coordinate_system: string
  attributes?: LabelValues
  [member: string]: unknown
}

export type ObjectData = LabelValues & Partial<Record<GeometryKindName, Geometry[]>>

interface OpenObject {
  name: string
  type: string
  data: LabelValues
  frames: number[]
  pointers: Map<string, { type: GeometryKindName; frames: number[] }>
}

/** The objects of a document while its frames are walked. */
export class LabelObjects {
  readonly #objects = new Map<string, OpenObject>()
  /** By frame, then by object. */
  readonly frames: Map<string, ObjectData>[]

  constructor(frameCount: number) {
    this.frames = Array.from({ length: frameCount }, () => new Map())
  }

  add(
    uid: string,
    about: { name: string; type: string; data: LabelValues },
    frame: number,
    kind: GeometryKindName,
    geometry: Geometry,
  ): void {
    const object: OpenObject = this.#objects.get(uid) ?? { ...about, frames: [], pointers: new Map() }
    this.#objects.set(uid, object)
    if (object.frames.at(-1) !== frame) object.frames.push(frame)
    const pointer = object.pointers.get(geometry.name) ?? { type: kind, frames: [] }
    object.pointers.set(geometry.name, pointer)
    pointer.frames.push(frame)
    const data = this.frames[frame].get(uid) ?? {}
    this.frames[frame].set(uid, data)
    const list = data[kind] ?? []
    data[kind] = list
    list.push(geometry)
  }

  has(uid: string): boolean {
    return this.#objects.has(uid)
  }

  /** `objects` of the document, and those of each frame. */
  entries(): Record<string, object> {
    return Object.fromEntries(
      [...this.#objects].map(([uid, { name, type, data, frames, pointers }]) => [
        uid,
        {
          name,
          type,
          frame_intervals: intervalsOf(frames),
          ...(Object.keys(data).length > 0 && { object_data: data }),
          object_data_pointers: Object.fromEntries(
            [...pointers].map(([pointer, { type: kind, frames: own }]) => [
              pointer,
              { type: kind, frame_intervals: intervalsOf(own) },
            ]),
          ),
        },
      ]),
    )
  }
}

/** Numbers that ascend, as closed intervals. */
export function intervalsOf(frames: readonly number[]): Interval[] {
  const intervals: Interval[] = []
  for (const frame of frames) {
    const last = intervals.at(-1)
    if (last && frame <= last.frame_end + 1) last.frame_end = frame
    else intervals.push({ frame_start: frame, frame_end: frame })
  }
  return intervals
}
