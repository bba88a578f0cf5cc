import type { ListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import type { FlatShape, ImagePoint, LandmarkPoint, Mask, Polygon, Rectangle } from '../../model/document/shape.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import type { ImageSize } from './jobContext.ts'
import {
  isJsonObject,
  type JsonObject,
  optional,
  readFlag,
  readList,
  readNumber,
  readObject,
  readPositive,
} from './read.ts'
import {
  cycles,
  type NamedPoints,
  openPath,
  readEdges,
  readFreePoint,
  readImagePoint,
  readNamedPoints,
} from './readPoints.ts'

/** How far corners of a rectangle may be out of line. */
const ALIGNMENT_TOLERANCE = 1e-6

/**
 * Reads the geometry of a 2D record; reports its faults and returns null. `image` is null where masks are not allowed.
 */
export function readFlatShape(
  kind: FlatGeometryKind,
  record: JsonObject,
  path: string,
  image: ImageSize | null,
  failures: FailureList,
): FlatShape | null {
  switch (kind) {
    case 'rectangle':
      return readRectangle(record, path, failures)
    case 'rotated_rectangle':
      return readRotatedRectangle(record, path, failures)
    case 'ellipse':
      return readEllipse(record, path, failures)
    case 'polygon':
      return readPolygon(record, path, failures)
    case 'line':
      return readLine(record, path, failures)
    case 'landmark':
      return readLandmark(record, path, failures)
    case 'cuboid':
      return readFlatCuboid(record, path, failures)
    case 'mask':
      return readMask(record, path, image, failures)
  }
}

export function readRectangle(record: JsonObject, path: string, failures: FailureList): Rectangle | null {
  const corners = readList(record, 'coordinates', path, failures)
  if (!corners) return null
  const field = `${path}.coordinates`
  if (corners.length !== 4) {
    failures.add(field, 'INVALID_VALUE', wordsFor('4 corners', `${corners.length}`))
    return null
  }
  const whole = wholeRectangle(corners)
  if (whole) return whole
  const points = Array.from(corners, (corner, i) => readImagePoint(corner, `${field}[${i}]`, failures))
  const [topLeft, topRight, bottomRight, bottomLeft] = points.filter((point) => point !== null)
  if (!bottomLeft) return null
  const isAligned =
    near(topLeft.y, topRight.y) &&
    near(topRight.x, bottomRight.x) &&
    near(bottomRight.y, bottomLeft.y) &&
    near(bottomLeft.x, topLeft.x)
  if (!isAligned || !(topLeft.x < bottomRight.x && topLeft.y < bottomRight.y)) {
    failures.add(
      field,
      'INVALID_VALUE',
      wordsFor(
        'top left, top right, bottom right, bottom left of an upright rectangle',
        points.map((point) => `${point?.x} ${point?.y}`).join(', '),
      ),
    )
    return null
  }
  return { type: 'rectangle', left: topLeft.x, top: topLeft.y, right: bottomRight.x, bottom: bottomRight.y }
}

/** The rectangle if it is valid, as nearly all are: this path builds no messages. */
function wholeRectangle(corners: ListLike): Rectangle | null {
  if (!Array.isArray(corners)) return null
  const [a, b, c, d]: readonly unknown[] = corners
  if (!isCorner(a) || !isCorner(b) || !isCorner(c) || !isCorner(d)) return null
  const isUpright = a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x
  const isInside = a.x >= 0 && a.y >= 0 && c.x <= 1 && c.y <= 1
  if (!isUpright || !isInside || a.x >= c.x || a.y >= c.y) return null
  return { type: 'rectangle', left: a.x, top: a.y, right: c.x, bottom: c.y }
}

function isCorner(value: unknown): value is ImagePoint {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'x') || !Object.hasOwn(value, 'y')) return false
  return typeof value.x === 'number' && typeof value.y === 'number'
}

const near = (a: number, b: number) => Math.abs(a - b) <= ALIGNMENT_TOLERANCE

/** Its corners follow from centre, size and rotation: those given are not read. */
function readRotatedRectangle(record: JsonObject, path: string, failures: FailureList): FlatShape | null {
  const center = readFreePoint(record, 'center', path, failures)
  const size = readObject(record, 'size', path, failures)
  const widthPx = size && readPositive(size, 'width', `${path}.size`, failures)
  const heightPx = size && readPositive(size, 'height', `${path}.size`, failures)
  const rotationRad = readNumber(record, 'rotation', path, failures)
  if (!center || widthPx === null || heightPx === null || rotationRad === null) return null
  return { type: 'rotated_rectangle', center, widthPx, heightPx, rotationRad }
}

function readEllipse(record: JsonObject, path: string, failures: FailureList): FlatShape | null {
  const center = readFreePoint(record, 'center', path, failures)
  const radii = readObject(record, 'radii', path, failures)
  const radiusXPx = radii && readPositive(radii, 'x', `${path}.radii`, failures)
  const radiusYPx = radii && readPositive(radii, 'y', `${path}.radii`, failures)
  const rotationRad = readNumber(record, 'rotation', path, failures)
  if (!center || radiusXPx === null || radiusYPx === null || rotationRad === null) return null
  return { type: 'ellipse', center, radiusXPx, radiusYPx, rotationRad }
}

const pointsNamed = (points: NamedPoints, names: readonly string[]): ImagePoint[] =>
  names.flatMap((name) => points.get(name)?.point ?? [])

function readPolygon(record: JsonObject, path: string, failures: FailureList): Polygon | null {
  const whole = wholePolygon(record)
  if (whole) return whole
  const points = readNamedPoints(record, path, failures)
  const edges = points && readEdges(record, path, points, failures)
  if (!points || !edges) return null
  if (points.size < 3) {
    failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 3 points', points.size))
    return null
  }
  const rings = cycles(points.keys(), edges)
  if (!rings) {
    failures.add(
      `${path}.edges`,
      'INVALID_VALUE',
      wordsFor('closed rings through all points', 'open or branched edges'),
    )
    return null
  }
  return { type: 'polygon', rings: rings.map((ring) => pointsNamed(points, ring)) }
}

/** The polygon if it is valid and its edges follow its points, as in written results: no search for rings is needed. */
function wholePolygon({ points, edges }: JsonObject): Polygon | null {
  if (!isJsonObject(points) || !isJsonObject(edges)) return null
  const names = Object.keys(points)
  const pairs = Object.values(edges)
  if (pairs.length !== names.length) return null
  const rings: ImagePoint[][] = []
  let ring: ImagePoint[] = []
  let first = 0
  for (let i = 0; i < names.length; i++) {
    const point = points[names[i]]
    const pair = pairs[i]
    if (!isCorner(point) || !isWithin(point) || !Array.isArray(pair) || pair.length !== 2) return null
    if (pair[0] !== names[i]) return null
    ring.push({ x: point.x, y: point.y })
    if (pair[1] === names[i + 1]) continue
    if (pair[1] !== names[first] || ring.length < 3) return null
    rings.push(ring)
    ring = []
    first = i + 1
  }
  return rings.length > 0 && ring.length === 0 ? { type: 'polygon', rings } : null
}

const isWithin = ({ x, y }: ImagePoint): boolean => x >= 0 && x <= 1 && y >= 0 && y <= 1

function readLine(record: JsonObject, path: string, failures: FailureList): FlatShape | null {
  const points = readNamedPoints(record, path, failures)
  const edges = points && readEdges(record, path, points, failures)
  if (!points || !edges) return null
  if (points.size < 2) {
    failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 2 points', points.size))
    return null
  }
  const names = openPath([...points.keys()], edges)
  if (!names) {
    failures.add(
      `${path}.edges`,
      'INVALID_VALUE',
      wordsFor('one open line through all points', 'closed or branched edges'),
    )
    return null
  }
  return { type: 'line', points: pointsNamed(points, names) }
}

function readLandmark(record: JsonObject, path: string, failures: FailureList): FlatShape | null {
  const named = readNamedPoints(record, path, failures)
  if (!named) return null
  if (named.size === 0) {
    failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 1 point', 'none'))
    return null
  }
  const points: LandmarkPoint[] = []
  for (const [name, { point, given }] of named) {
    const field = memberPath(`${path}.points`, name)
    // Left out, the keypoints are numbered as they come.
    const label = optional(given, 'label') ?? points.length + 1
    if (typeof label !== 'number' || !Number.isSafeInteger(label) || label < 0) {
      const type = typeof label === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE'
      failures.add(`${field}.label`, type, wordsFor('a whole number of at least 0', label))
    } else points.push({ ...point, label, visible: readFlag(given, 'visible', true, field, failures) })
  }
  return points.length === named.size ? { type: 'landmark', points } : null
}

export const FLAT_CUBOID_POINTS: readonly string[] = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']

/** The eight names say which corner is which; edges follow from them and are not read. */
function readFlatCuboid(record: JsonObject, path: string, failures: FailureList): FlatShape | null {
  const given = readObject(record, 'points', path, failures)
  if (!given) return null
  const field = `${path}.points`
  const points: ImagePoint[] = []
  for (const name of FLAT_CUBOID_POINTS) {
    if (!Object.hasOwn(given, name)) failures.add(`${field}.${name}`, 'MISSING', wordsFor('a point {x, y}', undefined))
    else {
      const point = readImagePoint(given[name], `${field}.${name}`, failures)
      if (point) points.push(point)
    }
  }
  for (const name of Object.keys(given)) {
    if (FLAT_CUBOID_POINTS.includes(name)) continue
    failures.add(memberPath(field, name), 'UNKNOWN', wordsFor('p1 to p8', name))
  }
  return points.length === 8 ? { type: 'cuboid', points } : null
}

function readMask(record: JsonObject, path: string, image: ImageSize | null, failures: FailureList): Mask | null {
  const size = readList(record, 'size', path, failures)
  const counts = readList(record, 'counts', path, failures)
  if (!size || !counts) return null
  const [heightPx, widthPx] = size
  if (size.length !== 2 || !image || heightPx !== image.heightPx || widthPx !== image.widthPx) {
    const expected = image
      ? `[${image.heightPx}, ${image.widthPx}], height and width of the image`
      : 'the size of the image'
    const isOfNumbers = typeof heightPx === 'number' && typeof widthPx === 'number'
    const type = isOfNumbers || size.length !== 2 ? 'INVALID_VALUE' : 'INVALID_TYPE'
    const found = size.length === 2 ? `[${heightPx}, ${widthPx}]` : `${size.length} entries`
    failures.add(`${path}.size`, type, wordsFor(expected, found))
    return null
  }
  const pixels = image.heightPx * image.widthPx
  const runs: number[] = []
  let sum = 0
  // More runs than pixels are too many, whatever they are: they are not looked at.
  const most = Math.min(counts.length, pixels + 2)
  for (let i = 0; i < most; i++) {
    const run = counts.at(i)
    // Only the first run may be 0, if the mask begins with foreground: a list is never longer than the number of
    // pixels.
    if (typeof run !== 'number' || !Number.isSafeInteger(run) || run < (i === 0 ? 0 : 1)) {
      const type = typeof run === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE'
      failures.add(`${path}.counts[${i}]`, type, wordsFor('a whole number of at least 1 (the first: 0)', run))
      return null
    }
    sum += run
    if (sum <= pixels) runs.push(run)
  }
  if (sum !== pixels) {
    failures.add(`${path}.counts`, 'INVALID_VALUE', wordsFor(`runs of ${pixels} pixels together`, sum))
    return null
  }
  return { type: 'mask', heightPx: image.heightPx, widthPx: image.widthPx, counts: runs }
}
