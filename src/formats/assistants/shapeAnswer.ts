import { maskRings } from '../../geometry/maskRings.ts'
import { signedArea } from '../../geometry/nestedRings.ts'
import { simplifiedRing } from '../../geometry/simplifiedRing.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../model/tag.ts'
import { isJsonObject, type JsonObject } from '../results/read.ts'
import { AnswerFault, countAt, listAt, objectAt, scoreAt } from './answerFault.ts'
import { looseNumber } from './loose.ts'
import type { Proposed } from './proposed.ts'

/** The object and frame that a requested shape belongs to. */
export interface ShapePlace {
  tag: Tag
  label: string
  /** The frame of a video; null for an image. */
  frameId: string | null
  newId: () => string
}

/** `{polygon | polygons | mask | box, score}` of `segment` as one record of the class that was asked for. */
export function readSegment(answer: JsonObject, place: ShapePlace): Proposed {
  const tagClass = openClasses(place.tag).find(({ name }) => name === place.label)
  if (!tagClass) throw new AnswerFault(`input.label: the tag has no class ${place.label}`)
  const shape = shapeOf(answer, place.tag, tagClass)
  const id = place.newId()
  const record = { _id: id, type: shape.type, label: place.label, source: 'machine' }
  const score = scoreAt(answer.score, 'score')
  if (place.frameId === null) return { record: { ...record, ...shape }, score }
  const frame = { ...shape, key_frame: true, source: 'machine' }
  return { record: { ...record, track_id: id, frames: { [place.frameId]: frame } }, score }
}

/** Outlines are followed on a grid of 2^20 cells a side. */
const MAX_MASK_SIDE = 2 ** 20 - 1

type Shape = { type: GeometryKind } & JsonObject

function shapeOf(answer: JsonObject, tag: Tag, tagClass: TagClass): Shape {
  const allowed = geometriesOf(tag, tagClass)
  const given: Shape[] = []
  if (answer.mask !== undefined) given.push({ type: 'mask', ...objectAt(answer.mask, 'mask') })
  if (answer.polygons !== undefined) given.push(polygonOf(listAt(answer.polygons, 'polygons'), 'polygons'))
  if (answer.polygon !== undefined) given.push(polygonOf([answer.polygon], 'polygon'))
  if (answer.box !== undefined) given.push(boxOf(objectAt(answer.box, 'box')))
  if (given.length === 0) throw new AnswerFault('polygon, polygons, mask or box was expected')
  const fits = given.find(({ type }) => allowed.includes(type)) ?? converted(answer, allowed)
  if (!fits) throw new AnswerFault(`${given[0].type}: the class ${tagClass.name} takes ${allowed.join(' or ')}`)
  return fits
}

/** The outline of a mask as polygon, or the box around an outline, if the class allows nothing else; null: neither. */
function converted(answer: JsonObject, allowed: readonly GeometryKind[]): Shape | null {
  const outlines = answer.mask === undefined ? outlinesOf(answer) : maskOutlines(objectAt(answer.mask, 'mask'))
  const corners = outlines.flat()
  if (corners.length === 0) return null
  if (allowed.includes('polygon')) return polygonOf(outlines, 'mask')
  if (!allowed.includes('rectangle')) return null
  const box = { left: 1, top: 1, right: 0, bottom: 0 }
  for (const { x, y } of corners) {
    box.left = Math.min(box.left, looseNumber(x))
    box.right = Math.max(box.right, looseNumber(x))
    box.top = Math.min(box.top, looseNumber(y))
    box.bottom = Math.max(box.bottom, looseNumber(y))
  }
  return boxOf(box)
}

const outlinesOf = ({ polygons, polygon }: JsonObject): JsonObject[][] =>
  [...(polygons === undefined ? [] : listAt(polygons, 'polygons')), ...(polygon === undefined ? [] : [polygon])].map(
    (outline) => listAt(outline, 'polygon').map((corner) => objectAt(corner, 'polygon')),
  )

/** In cells of the mask: the steps of its cells become slanted lines. */
const OUTLINE_TOLERANCE = 0.75
/** Relative to the largest part: smaller ones are specks. */
const SPECK_SHARE = 0.01

function maskOutlines({ size, counts }: JsonObject): { x: number; y: number }[][] {
  const [height, width] = listAt(size, 'mask.size').map((side) => countAt(side, 'mask.size'))
  const runs = listAt(counts, 'mask.counts').map((run) => countAt(run, 'mask.counts'))
  if (runs.reduce((sum, run) => sum + run, 0) !== height * width || Math.max(height, width) > MAX_MASK_SIDE)
    throw new AnswerFault('mask.counts: as many pixels as size says were expected')
  const rings = maskRings(runs, height)
  const areas = rings.map((ring) => Math.abs(signedArea(ring)))
  const least = areas.reduce((most, area) => Math.max(most, area), 0) * SPECK_SHARE
  return rings
    .filter((_, i) => areas[i] >= least)
    .map((ring) => simplifiedRing(ring, OUTLINE_TOLERANCE).map(({ x, y }) => ({ x: x / width, y: y / height })))
}

/** A person could not correct more, and pages would become slow. */
const MAX_OUTLINE_POINTS = 20_000

/** Closed outlines as one polygon: the first, and holes or further parts, by the even-odd rule. */
function polygonOf(outlines: readonly unknown[], path: string): Shape {
  const points: [string, JsonObject][] = []
  const edges: [string, [string, string]][] = []
  for (const outline of outlines) {
    const corners = listAt(outline, path)
    if (corners.length < 3) throw new AnswerFault(`${path}: at least 3 points were expected`)
    if (points.length + corners.length > MAX_OUTLINE_POINTS)
      throw new AnswerFault(`${path}: at most ${MAX_OUTLINE_POINTS} points are taken`, 'TOO_LARGE')
    const names = corners.map((corner) => {
      const name = `p${points.length + 1}`
      points.push([name, objectAt(corner, `${path}.${name}`)])
      return name
    })
    names.forEach((name, i) => {
      edges.push([`e${edges.length + 1}`, [name, names[(i + 1) % names.length]]])
    })
  }
  return { type: 'polygon', points: Object.fromEntries(points), edges: Object.fromEntries(edges) }
}

/** `{x, y, width, height}` or `{left, top, right, bottom}`, normalised. */
function boxOf(box: JsonObject): Shape {
  const isByCorners = 'left' in box
  const [left, top] = isByCorners ? [box.left, box.top] : [box.x, box.y]
  const [right, bottom] = isByCorners
    ? [box.right, box.bottom]
    : [looseNumber(box.x) + looseNumber(box.width), looseNumber(box.y) + looseNumber(box.height)]
  const corner = (x: unknown, y: unknown) => ({ x, y })
  const coordinates = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]
  return { type: 'rectangle', coordinates }
}

/** `{cuboid: {position, heading, dimensions}, score}` of `fit` as a record of a new track. */
export function readFit(answer: JsonObject, { label, frameId, newId }: Omit<ShapePlace, 'tag'>): Proposed {
  const { position, heading, dimensions } = objectAt(answer.cuboid, 'cuboid')
  const record = { _id: newId(), type: 'cuboid', track_id: newId(), frame_id: frameId, label, source: 'machine' }
  return {
    record: { ...record, key_frame: true, position, heading, dimensions },
    score: scoreAt(answer.score, 'score'),
  }
}

/** `stopped_at` of `track`: texts are cut, everything else stays. */
export const isStop = (value: unknown): value is JsonObject => isJsonObject(value) && typeof value.track_id === 'string'
