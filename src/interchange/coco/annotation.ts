import { rasterizeRings } from '../../geometry/rasterizeRings.ts'
import type { FlatShape, Landmark, Rectangle } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { Tag } from '../../model/tag.ts'
import { attributesOfClass } from '../core/importedAttributes.ts'
import type { ResultShape, WireAttributes } from '../records/flatRecords.ts'
import { clipToImage } from '../shapes/clip.ts'
import {
  boundsOf,
  coveredArea,
  type PixelBox,
  type PixelRing,
  type PixelSize,
  pixelRings,
  ringArea,
  ringDepths,
  rotatedCorners,
  roundPx,
  roundRad,
  toPixels,
} from '../shapes/rings.ts'
import { compressRuns, maskArea, maskBounds } from '../shapes/runLengths.ts'

export type Segmentation = number[][] | { size: [number, number]; counts: string }

/** The members of a COCO annotation that hold its geometry, in pixels from the image's edges. */
export interface CocoGeometry {
  bbox: [number, number, number, number]
  area: number
  segmentation: Segmentation
}

/** The attribute that carries the rotation of a box, in degrees, so that the box is read back as one. */
export const ROTATION = 'rotation'

type CocoRecord = Pick<ResultShape, 'shape' | 'label'>

/** null for a shape that COCO cannot hold, for key points and for an ellipse outside the image. */
export function cocoGeometry(record: CocoRecord, size: PixelSize, tag: Tag): CocoGeometry | null {
  if (record.shape.type === 'mask') return maskGeometry(record.shape.counts, size)
  if (record.shape.type === 'rectangle') return boxGeometry(record.shape, size)
  const rings = ringsOf(record, size, tag)
  if (!rings) return null
  // A list of rings is their union: holes, and rings inside one another, need run lengths.
  const isNested = rings.length > 1 && ringDepths(rings).some((depth) => depth > 0)
  if (isNested) return maskGeometry(rasterizeRings(rings, size), size)
  return { bbox: bboxOf(boundsOf(rings.flat())), area: roundPx(coveredArea(rings)), segmentation: rings.map(flat) }
}

/** Most records are boxes; the result is the same as for their ring. */
function boxGeometry({ left, top, right, bottom }: Rectangle, { widthPx, heightPx }: PixelSize): CocoGeometry {
  const [x1, y1] = [roundPx(left * widthPx), roundPx(top * heightPx)]
  const [x2, y2] = [roundPx(right * widthPx), roundPx(bottom * heightPx)]
  const [width, height] = [roundPx(x2 - x1), roundPx(y2 - y1)]
  return {
    bbox: [x1, y1, width, height],
    area: roundPx(width * height),
    segmentation: [[x1, y1, x2, y1, x2, y2, x1, y2]],
  }
}

function ringsOf(record: CocoRecord, size: PixelSize, tag: Tag): readonly PixelRing[] | null {
  const { shape } = record
  if (shape.type === 'rotated_rectangle' && carriesRotation(record, tag)) return [rotatedCorners(shape, size)]
  return shapeKind(shape).isCurved ? curveRings(shape, size) : pixelRings(shape, size)
}

/** Curves may extend past the image; the polygons that represent them may not. */
function curveRings(shape: FlatShape, size: PixelSize): PixelRing[] | null {
  const rings = pixelRings(shape, size)?.map((ring) => clipToImage(ring, size)) ?? []
  return rings.some((ring) => ring.length >= 3 && ringArea(ring) > 0) ? rings : null
}

function maskGeometry(counts: readonly number[], { widthPx, heightPx }: PixelSize): CocoGeometry {
  const bounds = maskBounds(counts, heightPx)
  return {
    bbox: bounds ? bboxOf(bounds) : [0, 0, 0, 0],
    area: maskArea(counts),
    segmentation: { size: [heightPx, widthPx], counts: compressRuns(counts) },
  }
}

export const bboxOf = ({ left, top, right, bottom }: PixelBox): [number, number, number, number] => [
  left,
  top,
  roundPx(right - left),
  roundPx(bottom - top),
]

function flat(ring: PixelRing): number[] {
  const numbers: number[] = []
  for (const { x, y } of ring) numbers.push(x, y)
  return numbers
}

/**
 * What COCO calls a crowd is a true value of an attribute of this name: the one that datumaro and CVAT use, and COCO's
 * own spelling.
 */
export const CROWD_ATTRIBUTES = ['is_crowd', 'iscrowd'] as const

export const crowdOf = ({ attributes }: Pick<ResultShape, 'attributes'>): 0 | 1 =>
  CROWD_ATTRIBUTES.some((name) => Object.hasOwn(attributes, name) && attributes[name].value === true) ? 1 : 0

export const degreesOf = (rad: number): number => Math.round((rad * 180 * 1e6) / Math.PI) / 1e6

/**
 * Whether the attributes of a rotated box can hold its rotation; otherwise it becomes a polygon. A class that has an
 * attribute of that name cannot, so that what is read back is one or the other.
 */
export const carriesRotation = ({ label }: Pick<ResultShape, 'label'>, tag: Tag): boolean => !hasRotation(tag, label)

/** Whether a class has an attribute called `rotation`, which is then unrelated to the shape. */
export const hasRotation = (tag: Tag, label: string | null): boolean =>
  label !== null && attributesOfClass(tag, label).some(({ name }) => name === ROTATION)

/** Attributes by name and plain value. `taken`: the class has an attribute called `rotation`. */
export function cocoAttributes(record: ResultShape, tag: Tag): { attributes: Record<string, unknown>; taken: boolean } {
  const attributes = plainAttributes(record.attributes, record.frameAttributes)
  if (record.shape.type !== 'rotated_rectangle') return { attributes, taken: false }
  if (!carriesRotation(record, tag)) return { attributes, taken: true }
  return { attributes: { ...attributes, [ROTATION]: degreesOf(roundRad(record.shape.rotationRad)) }, taken: false }
}

const NO_VALUES: Record<string, unknown> = Object.freeze({})

const isBare = (attributes: WireAttributes): boolean => {
  for (const _ in attributes) return false
  return true
}

export function plainAttributes(...groups: readonly WireAttributes[]): Record<string, unknown> {
  if (groups.every(isBare)) return NO_VALUES
  const plain: Record<string, unknown> = {}
  for (const group of groups) {
    for (const [name, { value }] of Object.entries(group)) {
      // Any string may be a name: `__proto__` must be a member like others.
      Object.defineProperty(plain, name, { value, enumerable: true, configurable: true, writable: true })
    }
  }
  return plain
}

/** A key point as it waits for the list of its class: label → x, y, v (2 visible, 1 labelled and not visible). */
export type LabelledKeypoints = [label: number, x: number, y: number, v: 1 | 2][]

export function keypointsOf({ points }: Landmark, size: PixelSize): { keypoints: LabelledKeypoints; repeated: number } {
  const byLabel = new Map<number, LabelledKeypoints[number]>()
  for (const point of points) {
    const { x, y } = toPixels(point, size)
    if (!byLabel.has(point.label)) byLabel.set(point.label, [point.label, x, y, point.visible ? 2 : 1])
  }
  return { keypoints: [...byLabel.values()], repeated: points.length - byLabel.size }
}
