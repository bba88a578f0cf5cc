import { rasterizeRings } from '../../geometry/rasterizeRings.ts'
import { FLAT_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { dropRecord } from '../records/dropRecord.ts'
import type { ResultShape } from '../records/flatRecords.ts'
import { type PixelSize, pixelRings } from '../shapes/rings.ts'
import { maskArea } from '../shapes/runLengths.ts'
import { AREA_KINDS, droppedLosses, lossesAs } from '../shapes/shapeLosses.ts'

/** A record as the pixels whose centres it covers, column by column, beginning with background. */
export interface Region {
  record: ResultShape
  counts: readonly number[]
  /** Pixels that no later region covers. */
  visiblePixels: number
}

export interface PaintedRegions {
  /** Row by row: 0 for background, otherwise the region's place in the list, from 1. */
  pixels: Uint32Array
  /** In painting order, the last on top. */
  regions: readonly Region[]
}

/** Paints records into one image in which each pixel belongs to one record: later ones cover earlier ones. */
export function paintRegions(records: Iterable<ResultShape>, size: PixelSize): PaintedRegions {
  const regions: Region[] = []
  for (const record of records) {
    const counts = countsOf(record, size)
    if (counts) regions.push({ record, counts, visiblePixels: 0 })
  }
  const { widthPx, heightPx } = size
  const pixels = new Uint32Array(widthPx * heightPx)
  for (const [index, { counts }] of regions.entries()) paint(pixels, counts, index + 1, size)
  for (const place of pixels) if (place > 0) regions[place - 1].visiblePixels++
  return { pixels, regions }
}

/** null for shapes that cover no area. */
function countsOf({ shape }: ResultShape, size: PixelSize): readonly number[] | null {
  if (shape.type === 'mask') return shape.counts
  const rings = pixelRings(shape, size)
  return rings && rasterizeRings(rings, size)
}

function paint(pixels: Uint32Array, counts: readonly number[], value: number, { widthPx, heightPx }: PixelSize): void {
  let at = 0
  for (const [index, count] of counts.entries()) {
    const end = at + count
    if (index % 2 === 1)
      for (let i = at; i < end; i++) pixels[(i % heightPx) * widthPx + Math.floor(i / heightPx)] = value
    at = end
  }
}

/** Counts what painting loses: outlines become pixels, and what others cover is not seen. */
export function countRegionLosses({ regions }: PaintedRegions, job: ExportJob, losses: Losses): void {
  for (const { record, counts, visiblePixels } of regions) {
    const { type } = record.shape
    if (visiblePixels < maskArea(counts)) losses.add('overlap_covered', job)
    if (visiblePixels === 0) dropRecord(losses, job, record)
    else if (type !== 'mask') losses.add(`${type}_as_mask`, job)
  }
}

/** Counts the records without area, which cannot own pixels. */
export function countWithoutArea(records: Iterable<ResultShape>, job: ExportJob, losses: Losses): void {
  for (const record of records) if (!shapeKind(record.shape).hasArea) dropRecord(losses, job, record)
}

/** The losses that `countRegionLosses` and `countWithoutArea` may report. */
export const REGION_LOSSES: readonly string[] = [
  'attribute_dropped',
  'overlap_covered',
  ...droppedLosses(FLAT_GEOMETRY_KINDS),
  ...lossesAs(
    'mask',
    AREA_KINDS.filter((kind) => kind !== 'mask'),
  ),
]

/** Run lengths of each value but 0 of an image that is given row by row. */
export function countsByValue(
  pixels: ArrayLike<number>,
  { widthPx, heightPx }: PixelSize,
): ReadonlyMap<number, readonly number[]> {
  const open = new Map<number, { counts: number[]; end: number }>()
  for (let x = 0, at = 0; x < widthPx; x++) {
    for (let y = 0; y < heightPx; y++, at++) {
      const value = pixels[y * widthPx + x]
      if (value === 0) continue
      const run = open.get(value)
      if (!run) open.set(value, { counts: [at, 1], end: at + 1 })
      else if (run.end === at) {
        run.counts[run.counts.length - 1]++
        run.end++
      } else {
        run.counts.push(at - run.end, 1)
        run.end = at + 1
      }
    }
  }
  const total = widthPx * heightPx
  return new Map([...open].map(([value, { counts, end }]) => [value, end < total ? [...counts, total - end] : counts]))
}
