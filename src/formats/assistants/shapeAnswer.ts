import type { GeometryKind } from '../../model/annotationType.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../model/tag.ts'
import { isJsonObject, type JsonObject } from '../results/read.ts'
import { AnswerFault, listAt, objectAt, scoreAt } from './answerFault.ts'
import { looseNumber } from './loose.ts'
import type { Proposed } from './proposed.ts'

/** Where a shape that was asked for belongs. */
export interface ShapePlace {
  tag: Tag
  label: string
  /** Of a video; null: an image. */
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

type Shape = { type: GeometryKind } & JsonObject

function shapeOf(answer: JsonObject, tag: Tag, tagClass: TagClass): Shape {
  const allowed = geometriesOf(tag, tagClass)
  const given: Shape[] = []
  if (answer.mask !== undefined) given.push({ type: 'mask', ...objectAt(answer.mask, 'mask') })
  if (answer.polygons !== undefined) given.push(polygonOf(listAt(answer.polygons, 'polygons'), 'polygons'))
  if (answer.polygon !== undefined) given.push(polygonOf([answer.polygon], 'polygon'))
  if (answer.box !== undefined) given.push(boxOf(objectAt(answer.box, 'box')))
  if (given.length === 0) throw new AnswerFault('polygon, polygons, mask or box was expected')
  const fits = given.find(({ type }) => allowed.includes(type))
  if (!fits) throw new AnswerFault(`${given[0].type}: the class ${tagClass.name} takes ${allowed.join(' or ')}`)
  return fits
}

/** Closed outlines as one polygon: the first, and holes or further parts, by the even-odd rule. */
function polygonOf(outlines: readonly unknown[], path: string): Shape {
  const points: [string, JsonObject][] = []
  const edges: [string, [string, string]][] = []
  for (const outline of outlines) {
    const corners = listAt(outline, path)
    if (corners.length < 3) throw new AnswerFault(`${path}: at least 3 points were expected`)
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

/** `stopped_at` of `track`: texts cut, anything else as it is. */
export const isStop = (value: unknown): value is JsonObject => isJsonObject(value) && typeof value.track_id === 'string'
