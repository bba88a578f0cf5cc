import type { Dimensions } from '../../geometry/cuboid.ts'
import { angleBetween, type Quaternion } from '../../geometry/quaternion.ts'
import { distance, subtract, type Vec3 } from '../../geometry/vec3.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { type ResolvedRecord, recordsOf } from '../document/records.ts'
import type { Finding, FindingCode } from './finding.ts'

/** Change of motion from one frame to the next: 5 m/s² seen twice a second are 1.25 m, no road user does more. */
const MAX_CHANGE_M = 2
const MAX_TURN_RAD = Math.PI / 4
const MAX_GROWTH = 1.2
/** Of rectangles, whose sizes change with the distance. */
const MAX_FLAT_GROWTH = 1.5

interface Moment {
  frame: number
  sensorId: string | null
  centre: Vec3
  heading: Quaternion | null
  dimensions: Dimensions
}

/** Jumps of speed, size or heading from one frame to the next, told once where a series of them begins. */
export function checkMotion(document: AnnotatedDocument): Finding[] {
  const findings: Finding[] = []
  for (const track of document.tracks.values()) {
    const views = new Map<string | null, Moment[]>()
    for (const record of recordsOf(document, track)) {
      const moment = momentOf(record)
      if (!moment) continue
      const moments = views.get(record.sensorId)
      if (moments) moments.push(moment)
      else views.set(record.sensorId, [moment])
    }
    for (const moments of views.values()) checkMoments(track, moments, findings)
  }
  return findings
}

function momentOf(record: ResolvedRecord): Moment | null {
  const { frame } = record
  if (record.kind === 'cuboid') {
    const { position, heading, dimensions } = record.cuboid
    return { frame, sensorId: null, centre: position, heading, dimensions }
  }
  if (record.kind === 'following' || record.shape.type !== 'rectangle') return null
  const flat = record.shape
  return {
    frame,
    sensorId: record.sensorId,
    centre: { x: (flat.left + flat.right) / 2, y: (flat.top + flat.bottom) / 2, z: 0 },
    heading: null,
    dimensions: { length: flat.right - flat.left, width: flat.bottom - flat.top, height: 1 },
  }
}

function checkMoments(track: Track, moments: readonly Moment[], findings: Finding[]): void {
  const lastTold = new Map<FindingCode, number>()
  const tell = (code: FindingCode, { frame, sensorId }: Moment, message: string) => {
    const follows = lastTold.get(code) === frame - 1
    lastTold.set(code, frame)
    if (follows) return
    const where = { trackId: track.id, frame, ...(sensorId !== null && { sensorId }) }
    findings.push({ severity: 'warning', code, where, message })
  }
  for (let i = 1; i < moments.length; i++) {
    const [before, last, now] = [moments[i - 2], moments[i - 1], moments[i]]
    if (now.frame !== last.frame + 1) continue
    if (before?.frame === last.frame - 1 && speedJumps(before, last, now)) {
      tell('SPEED_JUMP', now, 'the speed changes more than anything on a road can')
    }
    if (grows(last, now)) tell('SIZE_JUMP', now, 'the size changes from one frame to the next')
    if (last.heading && now.heading && angleBetween(last.heading, now.heading) > MAX_TURN_RAD) {
      tell('HEADING_JUMP', now, 'the heading turns by more than 45° from one frame to the next')
    }
  }
}

function speedJumps(before: Moment, last: Moment, now: Moment): boolean {
  const changed = distance(subtract(now.centre, last.centre), subtract(last.centre, before.centre))
  // An image has no metres: there an object should not change its motion by more than its own size.
  return changed > (now.heading ? MAX_CHANGE_M : Math.max(last.dimensions.length, last.dimensions.width))
}

function grows(last: Moment, now: Moment): boolean {
  const most = now.heading ? MAX_GROWTH : MAX_FLAT_GROWTH
  return (['length', 'width', 'height'] as const).some((edge) => {
    const ratio = now.dimensions[edge] / last.dimensions[edge]
    return ratio > most || ratio < 1 / most
  })
}
