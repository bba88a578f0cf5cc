import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { isListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import type { AttributeValue, AttributeValues } from '../../model/attribute.ts'
import {
  COMMON_VIEW,
  type CuboidPath,
  type FlatPath,
  type ShapeKey,
  type Track,
} from '../../model/document/document.ts'
import type { CuboidPlacement, Rectangle, SpaceShape } from '../../model/document/shape.ts'
import { attributeSteps, explicitKeys } from '../../model/document/shapePath.ts'
import type { TagClass } from '../../model/tag.ts'
import { wordsFor } from '../errors/fault.ts'
import { asRecord, isJsonObject, type JsonObject, readFlag, readString } from './read.ts'
import type { SubmissionContext } from './submissionContext.ts'

/** A cuboid as it came in, before the track's size is known. */
export type ReadBox = ShapeKey<Cuboid>

/** Two poses of a stationary object may differ by rounding. */
const STILL_TOLERANCE_M = 1e-6

/** Attribute values of one track: those per frame by view, those per object wherever they stood. */
class DraftAttributes {
  readonly ofObject = new Map<string, AttributeValue>()
  readonly faulty = new Set<string>()
  /** null: of the cuboid. */
  readonly byView = new Map<string | null, { frame: number; values: AttributeValues }[]>()
  private readonly context: SubmissionContext

  constructor(context: SubmissionContext) {
    this.context = context
  }

  /** Values per object are accepted on a record too, since `tracks` may be left out; they have to agree. */
  read(record: JsonObject, path: string, tagClass: TagClass, view: string | null, frame: number): void {
    const read = this.context.readGivenAttributes(record, 'attributes', path, tagClass.attributes, ['frame', 'object'])
    this.context.requireAttributes(read, tagClass.attributes, ['frame'], `${path}.attributes`)
    const values = new Map<string, AttributeValue>()
    for (const [name, value] of read.values) {
      const per = tagClass.attributes.find((attribute) => attribute.name === name)?.per
      if (per === 'frame') values.set(name, value)
      else this.putObjectValue(name, value, `${path}.attributes`)
    }
    for (const name of read.faulty) this.faulty.add(name)
    const frames = this.byView.get(view)
    if (frames) frames.push({ frame, values })
    else this.byView.set(view, [{ frame, values }])
  }

  putObjectValue(name: string, value: AttributeValue, path: string): void {
    const known = this.ofObject.get(name)
    if (known === undefined) this.ofObject.set(name, value)
    else if (JSON.stringify(known) !== JSON.stringify(value)) {
      this.context.failures.add(
        `${memberPath(path, name)}.value`,
        'INVALID_VALUE',
        wordsFor('the value of the other records of its track', value),
      )
    }
  }

  stepsOf(view: string | null) {
    return attributeSteps((this.byView.get(view) ?? []).toSorted((a, b) => a.frame - b.frame))
  }
}

/** One track while its records are collected. An invalid record is null, so that its position stays taken. */
export class TrackDraft {
  readonly id: string
  readonly tagClass: TagClass
  /** The path of its first record. */
  readonly path: string
  readonly attributes: DraftAttributes
  readonly cuboids = new Map<number, ReadBox | null>()
  readonly spaces = new Map<number, ShapeKey<SpaceShape> | null>()
  readonly views = new Map<string, Map<number, ShapeKey<Rectangle> | null>>()
  stationary = false
  /** Its number within the class, and where it was said first. */
  number: { value: number; path: string } | null = null
  /** Its entry in the list of tracks, and the path of the entry. */
  listed: { entry: JsonObject; path: string } | null = null

  constructor(id: string, tagClass: TagClass, path: string, context: SubmissionContext) {
    this.id = id
    this.tagClass = tagClass
    this.path = path
    this.attributes = new DraftAttributes(context)
  }

  /** The list of tracks and each record may say it; they have to agree. */
  readNumber(record: JsonObject, path: string, { numbers, failures }: SubmissionContext): void {
    const value = numbers.given(record, path)
    if (value === undefined) return
    this.number ??= { value, path }
    if (value === this.number.value) return
    failures.add(`${path}.number`, 'INVALID_VALUE', wordsFor('the number of the other records of its track', value))
  }

  /** Whether the track has a record in the common frame there. */
  isTaken(frame: number): boolean {
    return this.cuboids.has(frame) || this.spaces.has(frame)
  }

  view(sensorId: string): Map<number, ShapeKey<Rectangle> | null> {
    const known = this.views.get(sensorId)
    if (known) return known
    const view = new Map<number, ShapeKey<Rectangle> | null>()
    this.views.set(sensorId, view)
    return view
  }
}

export class TrackDrafts {
  readonly byId = new Map<string, TrackDraft>()
  private readonly context: SubmissionContext

  constructor(context: SubmissionContext) {
    this.context = context
  }

  /** The draft of a track_id, made at its first record; null while its class is unknown. A track has one label. */
  of(trackId: string | null, tagClass: TagClass | null, path: string): TrackDraft | null {
    const known = trackId === null ? undefined : this.byId.get(trackId)
    if (known) {
      if (tagClass && tagClass !== known.tagClass)
        this.context.failures.add(
          `${path}.label`,
          'INVALID_VALUE',
          wordsFor(`${known.tagClass.name}, as in the other records of its track`, tagClass.name),
        )
      return known
    }
    if (!tagClass) return null
    const draft = new TrackDraft(trackId ?? this.context.options.newId(), tagClass, path, this.context)
    this.byId.set(draft.id, draft)
    return draft
  }
}

/** Adds what the optional list of tracks says and makes the tracks: listed ones first, in the order of the list. */
export function finishTracks(
  context: SubmissionContext,
  drafts: TrackDrafts,
  list: unknown,
  path: string,
): Map<string, Track> {
  const listed = readTrackList(context, drafts, list, path)
  const tracks = new Map<string, Track>()
  for (const draft of new Set([...listed, ...drafts.byId.values()])) {
    if (!draft.listed) requireObjectAttributes(context, draft, `${draft.path}.attributes`)
    tracks.set(draft.id, trackOf(draft, context))
  }
  return tracks
}

function readTrackList(context: SubmissionContext, drafts: TrackDrafts, list: unknown, path: string): TrackDraft[] {
  const listed: TrackDraft[] = []
  if (list === undefined) return listed
  if (!isListLike(list)) {
    context.failures.add(path, 'INVALID_TYPE', wordsFor('a list', list))
    return listed
  }
  for (let i = 0; i < list.length && !context.failures.isFull; i++) {
    const at = `${path}[${i}]`
    const entry = asRecord(list.at(i), at, context.failures)
    const trackId = entry && readString(entry, 'track_id', at, context.failures)
    if (!entry || trackId === null) continue
    const draft = drafts.byId.get(trackId)
    if (!draft) context.failures.add(`${at}.track_id`, 'UNKNOWN', wordsFor('the track_id of a record', trackId))
    else if (draft.listed) context.failures.add(`${at}.track_id`, 'DUPLICATE', wordsFor('each track once', trackId))
    else {
      readTrackEntry(context, draft, entry, at)
      listed.push(draft)
    }
  }
  return listed
}

function readTrackEntry(context: SubmissionContext, draft: TrackDraft, entry: JsonObject, path: string): void {
  const { failures } = context
  draft.listed = { entry, path }
  draft.readNumber(entry, path, context)
  const label = entry.label ?? undefined
  if (label !== undefined && label !== draft.tagClass.name) {
    const type = typeof label === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
    failures.add(`${path}.label`, type, wordsFor(`${draft.tagClass.name}, as in its records`, label))
  }
  const { values, faulty } = context.readGivenAttributes(entry, 'attributes', path, draft.tagClass.attributes, [
    'object',
  ])
  for (const [name, value] of values) draft.attributes.putObjectValue(name, value, `${path}.attributes`)
  for (const name of faulty) draft.attributes.faulty.add(name)
  requireObjectAttributes(context, draft, `${path}.attributes`)
  draft.stationary = readFlag(entry, 'stationary', false, path, failures)
  if (draft.stationary && !isStill(draft))
    failures.add(`${path}.stationary`, 'INVALID_VALUE', wordsFor('false for a track that moves', true))
}

function requireObjectAttributes(context: SubmissionContext, draft: TrackDraft, path: string): void {
  const { ofObject, faulty } = draft.attributes
  context.requireAttributes({ values: ofObject, faulty }, draft.tagClass.attributes, ['object'], path)
}

function isStill(draft: TrackDraft): boolean {
  const shapes = [...draft.spaces.values()].flatMap((key) => key?.shape ?? [])
  if (shapes.length > 0) return shapes.every((shape) => isSameInSpace(shape, shapes[0]))
  const boxes = [...draft.cuboids.values()].filter(isJsonObject) as unknown as ReadBox[]
  const first = boxes[0]?.shape
  return boxes.every(
    ({ shape: { position, heading } }) =>
      Math.abs(position.x - first.position.x) <= STILL_TOLERANCE_M &&
      Math.abs(position.y - first.position.y) <= STILL_TOLERANCE_M &&
      Math.abs(position.z - first.position.z) <= STILL_TOLERANCE_M &&
      // The cosine of half the angle between both: 1e-12 is about a micrometre at a metre.
      Math.abs(dot(heading, first.heading)) >= 1 - 1e-12,
  )
}

const isSameInSpace = (a: SpaceShape, b: SpaceShape): boolean =>
  a.type === b.type &&
  a.points.length === b.points.length &&
  a.points.every((p, i) => {
    const q = b.points[i]
    return (['x', 'y', 'z'] as const).every((axis) => Math.abs(p[axis] - q[axis]) <= STILL_TOLERANCE_M)
  })

const dot = (a: Cuboid['heading'], b: Cuboid['heading']) => a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z

function trackOf(draft: TrackDraft, context: SubmissionContext): Track {
  const frameCount = context.job.frames.length
  const views = new Map<string, FlatPath>()
  const spaces = [...draft.spaces.values()].filter((key) => key !== null)
  if (spaces.length > 0) {
    const attributes = draft.attributes.stepsOf(COMMON_VIEW)
    views.set(COMMON_VIEW, { keys: explicitKeys(spaces, frameCount), attributes, follows: false })
  }
  for (const { id } of context.job.sensors) {
    const keys = draft.views.get(id)
    if (!keys) continue
    const records = [...keys.values()].filter((key) => key !== null)
    views.set(id, {
      keys: explicitKeys(records, frameCount),
      attributes: draft.attributes.stepsOf(id),
      follows: false,
    })
  }
  const track: Track = {
    id: draft.id,
    entryId: null,
    classId: draft.tagClass.classId,
    ...context.numbers.take(draft.tagClass.classId, draft.number?.value, draft.number?.path ?? draft.path),
    stationary: draft.stationary,
    attributes: draft.attributes.ofObject,
    cuboid: cuboidPathOf(draft, frameCount),
    views,
  }
  const { listed } = draft
  return listed ? context.relations.read(track, listed.entry, listed.path) : track
}

/** The size of the first frame is the track's; frames that differ override it. */
function cuboidPathOf(draft: TrackDraft, frameCount: number): CuboidPath | null {
  const boxes = [...draft.cuboids.values()].filter((box) => box !== null).sort((a, b) => a.frame - b.frame)
  if (boxes.length === 0) return null
  const { dimensions } = boxes[0].shape
  const keys = boxes.map((box): ShapeKey<CuboidPlacement> => {
    const { position, heading, dimensions: own } = box.shape
    return { ...box, shape: { position, heading, sizeOverride: sameSize(own, dimensions) ? null : own } }
  })
  return { dimensions, keys: explicitKeys(keys, frameCount), attributes: draft.attributes.stepsOf(null) }
}

const sameSize = (a: Dimensions, b: Dimensions) => a.length === b.length && a.width === b.width && a.height === b.height
