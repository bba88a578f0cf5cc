import type { AnnotatedDocument } from '../document/document.ts'
import { deliveredDocument } from '../document/held.ts'
import type { Projected } from '../document/records.ts'
import { classById, type Tag } from '../tag.ts'
import { checkTagAttributes, checkTrackAttributes } from './attributes.ts'
import { checkCameraBoxes } from './cameraBoxes.ts'
import { type CuboidEvidence, checkEvidence } from './cuboidEvidence.ts'
import type { Finding, FindingCode, UnratedFinding } from './finding.ts'
import type { KnownMotions } from './groundMotion.ts'
import { checkHeld } from './heldObjects.ts'
import { checkLabels } from './labels.ts'
import { checkLines } from './lines.ts'
import { checkMotion, type FrameTimes } from './motion.ts'
import { checkOverlaps } from './overlaps.ts'
import { checkRelations } from './relations.ts'
import { ranked, severityOf } from './severity.ts'
import { checkSizes } from './sizes.ts'
import { type TrackRecords, trackRecords } from './trackRecords.ts'
import { checkEmpty, checkSuggestions } from './wholeJob.ts'

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
