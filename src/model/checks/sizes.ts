import type { Dimensions } from '../../geometry/cuboid.ts'
import type { FlatRecord } from '../document/records.ts'
import type { TagClass } from '../tag.ts'
import type { UnratedFinding } from './finding.ts'
import { findingAt, median, type TrackRecords } from './trackRecords.ts'

const EDGES = ['length', 'width', 'height'] as const
/** How far a cuboid's edge may be from its class's default, as a factor either way. */
const SIZE_FACTOR = 3
/** One object keeps its size. */
const MOST_CHANGE = 0.05
/** Rectangles change their size with the distance: from one frame to the next by less than this factor. */
const MOST_FLAT_GROWTH = 1.5

/** Cuboids far from their class's size, and objects whose size changes. */
export function checkSizes(records: TrackRecords, tagClass: TagClass | undefined): UnratedFinding[] {
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
