import assert from 'node:assert/strict'
import { type ComparedJob, type Comparison, compare } from '../src/model/compare/compare.ts'
import type { ComparedRecord } from '../src/model/compare/comparedRecord.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../src/model/compare/compareOptions.ts'
import type { FlatShape } from '../src/model/document/shape.ts'

export const near = (actual: number | null, expected: number, tolerance = 1e-9): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)

export const IMAGE: ComparedJob = {
  annotationType: 'image2d',
  frameCount: 1,
  classes: [],
  imageOf: () => ({ widthPx: 100, heightPx: 100 }),
  egoAt: () => null,
  frameIdOf: (frame) => `f${frame}`,
}
export const VIDEO: ComparedJob = { ...IMAGE, annotationType: 'video2d', frameCount: 6 }
export const LIDAR: ComparedJob = { ...IMAGE, annotationType: 'cuboid3d', frameCount: 6, imageOf: () => null }

const IN_SPACE: ReadonlySet<string> = new Set(['solid', 'polyline3d', 'keypoint3d'])

export const record = (
  id: string,
  shape: ComparedRecord['shape'],
  more: Partial<ComparedRecord> = {},
): ComparedRecord => ({
  id,
  trackId: id,
  frame: 0,
  sensorId: IN_SPACE.has(shape.type) ? null : '',
  label: 'car',
  hidden: false,
  attributes: new Map(),
  shape,
  ...more,
})

/** In pixels of an image of 100 × 100. */
export const box = (left: number, top: number, width: number, height: number): FlatShape => ({
  type: 'rectangle',
  left: left / 100,
  top: top / 100,
  right: (left + width) / 100,
  bottom: (top + height) / 100,
})

export const compared = (
  a: readonly ComparedRecord[],
  b: readonly ComparedRecord[],
  job = IMAGE,
  options: Partial<typeof DEFAULT_COMPARE_OPTIONS> = {},
): Comparison =>
  compare({ records: a, points: null }, { records: b, points: null }, job, { ...DEFAULT_COMPARE_OPTIONS, ...options })
