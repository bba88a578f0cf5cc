import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { recordsOf } from '../document/records.ts'
import type { Finding } from './finding.ts'

/** What the points say of a track's cuboid at a frame; null where it has not been worked out. */
export interface CuboidEvidence {
  pointCount(trackId: string, frame: number): number | null
  /** Bottom of the box over the ground, metres: above 0 it floats. */
  overGroundM(trackId: string, frame: number): number | null
}

/** Frames before and after that a count is compared with. */
const NEIGHBOURS = 3
/** With fewer points around a change says nothing. */
const MANY_POINTS = 30
const FEW_SHARE = 0.25
/** Annotators and ground differ by less. */
const OFF_GROUND_M = 0.35
/** One object keeps its size; a little is the hand of the annotator. */
const MOST_VARIATION = 1.2
/** From one frame to the next this is a jump, and told as one. */
const JUMP = 1.2

type Shown = { frame: number; cuboid: Cuboid }

function cuboidsOf(document: AnnotatedDocument, track: Track): Shown[] {
  const shown: Shown[] = []
  for (const record of recordsOf(document, track)) {
    if (record.kind === 'cuboid') shown.push({ frame: record.frame, cuboid: record.cuboid })
  }
  return shown
}

/** Boxes that hold no points, or far fewer than around them in time, and boxes off the ground; each once a track. */
export function checkEvidence(document: AnnotatedDocument, evidence: CuboidEvidence): Finding[] {
  const findings: Finding[] = []
  for (const track of document.tracks.values()) {
    if (!track.cuboid) continue
    const shown = cuboidsOf(document, track)
    const counts = shown.map(({ frame }) => evidence.pointCount(track.id, frame))
    const empty = shown.filter((_, i) => counts[i] === 0)
    if (empty.length > 0) findings.push(emptyFinding(track.id, empty))
    const held = shown.findIndex((_, i) => isHeld(shown, counts, i))
    const few = shown.findIndex((_, i) => isFew(counts, i))
    if (held >= 0) {
      const message = 'the box stands still from a keyframe before, where most of its points have gone'
      findings.push(warning('HELD_CUBOID', track.id, shown[held].frame, message, {}))
    } else if (few >= 0) {
      const values = { points: counts[few] ?? 0 }
      findings.push(
        warning('FEW_POINTS', track.id, shown[few].frame, 'far fewer points than in the frames around', values),
      )
    }
    const off = offGround(track.id, shown, evidence)
    if (off) findings.push(off)
  }
  return findings
}

function warning(
  code: Finding['code'],
  trackId: string,
  frame: number,
  message: string,
  values: Readonly<Record<string, string | number>>,
): Finding {
  return { severity: 'warning', code, where: { trackId, frame }, message, values }
}

function emptyFinding(trackId: string, empty: readonly Shown[]): Finding {
  const message =
    empty.length === 1 ? 'no points in this cuboid' : `no points in this cuboid, in ${empty.length} frames`
  return warning('EMPTY_CUBOID', trackId, empty[0].frame, message, { frames: empty.length })
}

/** In the place of an earlier frame, with a small share of the points it had there. */
function isHeld(shown: readonly Shown[], counts: readonly (number | null)[], at: number): boolean {
  const count = counts[at]
  if (count === null || count === 0) return false
  for (let before = at - 1; before >= 0; before--) {
    if (!isSamePlace(shown[before].cuboid, shown[at].cuboid)) return false
    const had = counts[before]
    if (had !== null && had >= MANY_POINTS && count < FEW_SHARE * had) return true
  }
  return false
}

const isSamePlace = ({ position: a }: Cuboid, { position: b }: Cuboid): boolean =>
  a.x === b.x && a.y === b.y && a.z === b.z

function isFew(counts: readonly (number | null)[], at: number): boolean {
  const count = counts[at]
  if (count === null || count === 0) return false
  const known = (from: number, to: number): number[] =>
    counts.slice(Math.max(0, from), Math.max(0, to)).filter((other) => other !== null)
  const before = known(at - NEIGHBOURS, at)
  const after = known(at + 1, at + 1 + NEIGHBOURS)
  // On both sides: what comes into view or leaves it has fewer points on one.
  if (before.length === 0 || after.length === 0) return false
  const least = Math.min(Math.max(...before), Math.max(...after))
  return least >= MANY_POINTS && count < FEW_SHARE * least
}

function offGround(trackId: string, shown: readonly Shown[], evidence: CuboidEvidence): Finding | null {
  for (const { frame } of shown) {
    const over = evidence.overGroundM(trackId, frame)
    if (over === null || Math.abs(over) <= OFF_GROUND_M) continue
    const off = Math.abs(over).toFixed(2)
    const side = over > 0 ? 'above' : 'below'
    return warning('OFF_GROUND', trackId, frame, `the bottom lies ${off} m ${side} the ground`, { off, side })
  }
  return null
}

/** Sizes that creep along a track without jumping from one frame to the next. */
export function checkSameSize(document: AnnotatedDocument): Finding[] {
  const findings: Finding[] = []
  for (const track of document.tracks.values()) {
    if (!track.cuboid) continue
    const shown = cuboidsOf(document, track)
    for (const edge of ['length', 'width', 'height'] as const) {
      const at = shown.findIndex(({ cuboid }) => differs(cuboid.dimensions[edge], shown[0].cuboid.dimensions[edge]))
      if (at < 0) continue
      const before = shown[at - 1].cuboid.dimensions[edge]
      const [now, first] = [shown[at].cuboid.dimensions[edge], shown[0].cuboid.dimensions[edge]]
      if (Math.max(now / before, before / now) > JUMP) continue
      const values = { edge, size: now.toFixed(2), first: first.toFixed(2) }
      const message = `${edge} of ${values.size} m; ${values.first} m where the track begins`
      findings.push(warning('SIZE_VARIES', track.id, shown[at].frame, message, values))
      break
    }
  }
  return findings
}

const differs = (one: number, other: number): boolean => Math.max(one / other, other / one) > MOST_VARIATION
