import type { Dimensions } from '../../geometry/cuboid.ts'
import type { AnnotatedDocument } from '../document/document.ts'
import { deliveredDocument, heldFrames } from '../document/held.ts'
import type { FlatRecord, Projected } from '../document/records.ts'
import type { SpacePoint } from '../document/shape.ts'
import { spaceKind } from '../shapes/spaceShapes.ts'
import { classById, type Tag, type TagClass } from '../tag.ts'
import { checkTagAttributes, checkTrackAttributes } from './attributes.ts'
import { checkCameraBoxes } from './cameraBoxes.ts'
import { type CuboidEvidence, checkEvidence } from './cuboidEvidence.ts'
import type { Finding, FindingCode, UnratedFinding } from './finding.ts'
import type { KnownMotions } from './groundMotion.ts'
import { checkLabels } from './labels.ts'
import { checkMotion, type FrameTimes } from './motion.ts'
import { checkOverlaps } from './overlaps.ts'
import { checkRelations } from './relations.ts'
import { ranked, severityOf } from './severity.ts'
import { findingAt, median, type TrackRecords, trackRecords } from './trackRecords.ts'
import { checkEmpty, checkSuggestions } from './wholeJob.ts'

const EDGES = ['length', 'width', 'height'] as const
/** How far a cuboid's edge may be from its class's default, as a factor either way. */
const SIZE_FACTOR = 3
/** One object keeps its size. */
const MOST_CHANGE = 0.05
/** Rectangles change their size with the distance: from one frame to the next by less than this factor. */
const MOST_FLAT_GROWTH = 1.5

/** Cuboids far from their class's size, and objects whose size changes. */
function checkSizes(records: TrackRecords, tagClass: TagClass | undefined): UnratedFinding[] {
  return [...checkUsualSize(records, tagClass?.defaultSize ?? null), ...checkSameSize(records)]
}

function checkUsualSize({ track, cuboids }: TrackRecords, usual: Dimensions | null): UnratedFinding[] {
  if (!usual) return []
  const unusual = cuboids.flatMap(({ frame, cuboid: { dimensions } }) => {
    const edge = EDGES.find((name) => {
      const factor = dimensions[name] / usual[name]
      return factor > SIZE_FACTOR || factor < 1 / SIZE_FACTOR
    })
    return edge ? [{ frame, edge, sizeM: dimensions[edge] }] : []
  })
  if (unusual.length === 0) return []
  const [{ edge, sizeM }] = unusual
  const values = { edge, size: sizeM.toFixed(2), usual: usual[edge].toFixed(2) }
  const message = `${edge} of ${values.size} m; usual for this class: ${values.usual} m`
  const frames = unusual.map(({ frame }) => frame)
  return [{ code: 'SIZE', ...findingAt(track, frames), message, values }]
}

function checkSameSize({ track, cuboids, views }: TrackRecords): UnratedFinding[] {
  if (cuboids.length > 1) {
    const usual = EDGES.map((edge) => ({ edge, usualM: median(cuboids.map(({ cuboid }) => cuboid.dimensions[edge])) }))
    const changed = cuboids.flatMap(({ frame, cuboid: { dimensions } }) => {
      const off = usual.find(({ edge, usualM }) => Math.abs(dimensions[edge] / usualM - 1) > MOST_CHANGE)
      return off ? [{ frame, ...off, sizeM: dimensions[off.edge] }] : []
    })
    if (changed.length > 0) {
      const [{ edge, sizeM, usualM }] = changed
      const values = { edge, size: sizeM.toFixed(2), usual: usualM.toFixed(2) }
      const message = `${edge} of ${values.size} m; ${values.usual} m in most frames`
      const frames = changed.map(({ frame }) => frame)
      return [{ code: 'SIZE_CHANGES', ...findingAt(track, frames), message, values }]
    }
  }
  for (const [sensorId, flat] of views) {
    const frames = jumpsInSize(flat)
    const message = 'the size of the box jumps from one frame to the next'
    if (frames.length > 0) return [{ code: 'SIZE_CHANGES', ...findingAt(track, frames, sensorId), message }]
  }
  return []
}

function jumpsInSize(records: readonly FlatRecord[]): number[] {
  const frames: number[] = []
  for (let i = 1; i < records.length; i++) {
    const [last, now] = [records[i - 1], records[i]]
    if (now.frame !== last.frame + 1 || last.shape.type !== 'rectangle' || now.shape.type !== 'rectangle') continue
    const width = (now.shape.right - now.shape.left) / (last.shape.right - last.shape.left)
    const height = (now.shape.bottom - now.shape.top) / (last.shape.bottom - last.shape.top)
    if (jumps(width) || jumps(height)) frames.push(now.frame)
  }
  return frames
}

const jumps = (ratio: number): boolean => ratio > MOST_FLAT_GROWTH || ratio < 1 / MOST_FLAT_GROWTH

/** A point of a line that is more than this above or below its two neighbours is not on their surface. */
const JUMP_M = 0.5
/** At the end of a line that runs along the ground, its last part may be this steep. */
const STEEP = 1
const LEVEL = 0.2

/** Lines in the point cloud with a point far above or below its neighbours. */
function checkLines({ track, spaces }: TrackRecords): UnratedFinding[] {
  const frames = spaces
    .filter(({ shape }) => spaceKind(shape.type).joinsPoints && hasJump(shape.points))
    .map(({ frame }) => frame)
  const message = 'a point of the line is far above or below the points beside it'
  return frames.length > 0 ? [{ code: 'LINE_JUMPS', ...findingAt(track, frames), message }] : []
}

function hasJump(points: readonly SpacePoint[]): boolean {
  for (let i = 1; i + 1 < points.length; i++) {
    const up = points[i].z - points[i - 1].z
    const down = points[i].z - points[i + 1].z
    if (Math.sign(up) === Math.sign(down) && Math.min(Math.abs(up), Math.abs(down)) > JUMP_M) return true
  }
  if (points.length < 3) return false
  return (
    endJumps(points[0], points[1], points[2]) ||
    endJumps(points[points.length - 1], points[points.length - 2], points[points.length - 3])
  )
}

function endJumps(end: SpacePoint, next: SpacePoint, afterNext: SpacePoint): boolean {
  const isJump = Math.abs(end.z - next.z) > JUMP_M && steepness(end, next) > STEEP
  return isJump && steepness(next, afterNext) < LEVEL
}

const steepness = (a: SpacePoint, b: SpacePoint): number => Math.abs(a.z - b.z) / Math.hypot(a.x - b.x, a.y - b.y)

export interface CheckInput {
  document: AnnotatedDocument
  tag: Tag
  /** Seconds of each frame; absent or null: they are a tenth of a second apart. */
  times?: FrameTimes
  /** What the vehicle did between frames, where it has no poses and the clouds show it. */
  motions?: KnownMotions
  /** What the points show about cuboids; absent if there is no point cloud. */
  evidence?: CuboidEvidence
  /** Where cameras see cuboids; absent: boxes on cameras are not compared with their cuboids. */
  projected?: Projected | null
  /** Points of a segmentation by label_key, missing ones left out; absent where they have not been counted. */
  labelCounts?: ReadonlyMap<number, number>
  /** Suggestions of assistants that wait for a decision. */
  undecidedSuggestions?: number
}

/**
 * All findings of a job, each kind once per object with all its frames: errors first, then by frame. The page and the
 * service use this one function. It is pure and does not change the document.
 */
export const checkDocument = (input: CheckInput): Finding[] =>
  findAll(input, (code) => severityOf(code, input.tag) !== null)

/** Those of checkDocument that block submitting. */
export const blockingFindings = (input: CheckInput): Finding[] =>
  findAll(input, (code) => severityOf(code, input.tag) === 'error')

type Wanted = (code: FindingCode) => boolean

/** Checks that are not wanted do not run: some take much longer than others. */
function findAll(input: CheckInput, isWanted: Wanted): Finding[] {
  const { tag, labelCounts } = input
  // Frames in which an object only ends a hold are not delivered, so nothing is checked there.
  const document = deliveredDocument(input.document, tag)
  const records = Array.from(document.tracks.values(), (track) => trackRecords(document, track))
  const found = [
    ...checkTagAttributes(document, tag),
    ...checkClasses(document, tag),
    ...checkRelations(document, tag),
    ...checkEmpty(document, tag, labelCounts),
    ...checkSuggestions(input.undecidedSuggestions ?? 0),
    ...records.flatMap((ofTrack) => checkTrack(document, ofTrack, { ...input, isWanted })),
    ...(isWanted('HELD') ? checkHeld(input.document) : []),
    ...(isWanted('OVERLAP') || isWanted('DUPLICATE') ? checkOverlaps(records) : []),
    ...(labelCounts ? checkLabels(document, tag, labelCounts) : []),
  ]
  return ranked(
    found.filter(({ code }) => isWanted(code)),
    tag,
  )
}

function checkTrack(
  document: AnnotatedDocument,
  records: TrackRecords,
  { tag, times = null, motions, evidence, projected, isWanted }: CheckInput & { isWanted: Wanted },
): UnratedFinding[] {
  const tagClass = tag.classes.find(({ classId }) => classId === records.track.classId)
  const looksAtMotion = isWanted('SPEED') || isWanted('TURN_RATE')
  const looksAtSizes = isWanted('SIZE') || isWanted('SIZE_CHANGES')
  return [
    ...(isWanted('MISSING_ATTRIBUTE') ? checkTrackAttributes(document, records, tagClass) : []),
    ...(looksAtSizes ? checkSizes(records, tagClass) : []),
    ...(looksAtMotion ? checkMotion(records, tagClass, { times, motions }) : []),
    ...(isWanted('LINE_JUMPS') ? checkLines(records) : []),
    ...(evidence ? checkEvidence(records, evidence) : []),
    ...(projected && isWanted('CAMERA_BOX_STALE') ? checkCameraBoxes(records, projected) : []),
  ]
}

/** A class that was archived while the job was open: its objects need another. */
function checkClasses(document: AnnotatedDocument, tag: Tag): UnratedFinding[] {
  const classes = classById(tag)
  const isArchived = (classId: string) => classes.get(classId)?.archived ?? true
  const message = 'the class of this object is no longer in use'
  const tracks = [...document.tracks.values()].filter((track) => isArchived(track.classId))
  const entries = document.legend.filter(({ classId }) => classId !== null && isArchived(classId))
  return [
    ...tracks.map(({ id }): UnratedFinding => ({ code: 'ARCHIVED_CLASS', where: { trackId: id }, message })),
    ...entries.map(({ id }): UnratedFinding => ({ code: 'ARCHIVED_CLASS', where: { legendEntryId: id }, message })),
  ]
}

/** Objects that keep their last pose in frames in which they were never placed. */
function checkHeld(document: AnnotatedDocument): UnratedFinding[] {
  if (document.frameCount < 2) return []
  const findings: UnratedFinding[] = []
  for (const track of document.tracks.values()) {
    const frames = heldFrames(document, track)
    if (frames.length === 0) continue
    const message = `held in ${frames.length} frames after the last one that was placed`
    findings.push({ code: 'HELD', ...findingAt(track, frames), message, values: { frames: frames.length } })
  }
  return findings
}
