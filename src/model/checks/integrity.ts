import { quaternionNorm } from '../../geometry/quaternion.ts'
import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type Attribute, type AttributeScope, type AttributeValue, attributeFault } from '../attribute.ts'
import type { AnnotatedDocument, CuboidPath, FlatPath, LegendEntry, Track } from '../document/document.ts'
import { attributesByPlace } from '../document/newTrack.ts'
import { type ImagePoint, LEAST_SPACE_POINTS, type ViewShape } from '../document/shape.ts'
import { strangeLabels } from '../skeleton.ts'
import { classById, geometriesOf, type Tag, type TagClass } from '../tag.ts'
import type { Place, UnratedFinding } from './finding.ts'

/** How far rounding may put a coordinate outside the image. */
const OUTSIDE = 1e-6
const NORM_TOLERANCE = 0.01

export interface IntegrityInput {
  document: AnnotatedDocument
  tag: Tag
  /** Sensors that may be annotated; null if the job has none. */
  editableSensors: ReadonlySet<string> | null
  /** label_keys in use; null unless it is a segmentation. */
  labelsInUse: ReadonlySet<number> | null
}

/**
 * Faults that no result may have and no editor makes: shapes and attributes that the tag does not have, coordinates
 * outside the image, sensors that must not be annotated, labels without an entry. All of them are errors.
 */
export function checkIntegrity(input: IntegrityInput): UnratedFinding[] {
  const classes = classById(input.tag)
  const findings: UnratedFinding[] = []
  const add = (code: UnratedFinding['code'], where: Place, message: string) => findings.push({ code, where, message })
  for (const track of input.document.tracks.values()) {
    const tagClass = classes.get(track.classId)
    if (tagClass) checkTrack(input, track, tagClass, add)
  }
  const ofTag = (per: AttributeScope) => input.tag.attributes.filter((attribute) => attribute.per === per)
  checkValues(input.document.jobAttributes, ofTag('job'), {}, add)
  for (const [frame, values] of input.document.frameAttributes) checkValues(values, ofTag('frame'), { frame }, add)
  checkLegend(input, classes, add)
  return findings
}

type Add = (code: UnratedFinding['code'], where: Place, message: string) => void

function checkTrack(input: IntegrityInput, track: Track, tagClass: TagClass, add: Add): void {
  const trackId = track.id
  const { attributes } = tagClass
  const { onTrack, onPaths: perFrame } = attributesByPlace(input.document.annotationType, attributes)
  checkValues(track.attributes, onTrack, { trackId }, add)
  const geometries: readonly string[] = geometriesOf(input.tag, tagClass)
  if (track.cuboid) {
    if (!geometries.includes('cuboid')) add('GEOMETRY', { trackId }, `${tagClass.name} is not marked by cuboids`)
    checkCuboid(track.cuboid, trackId, add)
    checkSteps(track.cuboid, perFrame, { trackId }, add)
  }
  for (const [sensorId, view] of track.views) {
    const where: Place = sensorId === '' ? { trackId } : { trackId, sensorId }
    if (sensorId !== '' && !input.editableSensors?.has(sensorId)) {
      add('SENSOR', where, `the sensor ${sensorId} is not to be annotated`)
    }
    checkSteps(view, perFrame, where, add)
    for (const key of view.keys) {
      if (key.kind === 'out') continue
      const here = { ...where, frame: key.frame }
      const { type } = key.shape
      if (!geometries.includes(type)) add('GEOMETRY', here, `${tagClass.name} is not marked by a ${type}`)
      const fault = shapeFault(key.shape) ?? skeletonFault(key.shape, tagClass)
      if (fault) add('SHAPE', here, fault)
    }
  }
}

function checkCuboid(path: CuboidPath, trackId: string, add: Add): void {
  for (const key of path.keys) {
    if (key.kind === 'out') continue
    if (Math.abs(quaternionNorm(key.shape.heading) - 1) > NORM_TOLERANCE) {
      add('SHAPE', { trackId, frame: key.frame }, 'the heading is no rotation')
    }
  }
}

function checkSteps(path: CuboidPath | FlatPath, attributes: readonly Attribute[], where: Place, add: Add): void {
  for (const [name, steps] of path.attributes) {
    for (const { frame, value } of steps) {
      if (value !== null) checkValues(new Map([[name, value]]), attributes, { ...where, frame }, add)
    }
  }
}

function checkValues(
  values: ReadonlyMap<string, AttributeValue>,
  attributes: readonly Attribute[],
  where: Place,
  add: Add,
): void {
  for (const [name, value] of values) {
    const attribute = attributes.find((candidate) => candidate.name === name)
    const place = { ...where, attribute: name }
    if (!attribute) add('ATTRIBUTE', place, `the attribute "${name}" is not asked for here`)
    else if (attributeFault(attribute, value)) add('ATTRIBUTE', place, `this is no answer to "${name}"`)
  }
}

/** Why a shape cannot be delivered; null when it can. Rotated boxes and ellipses may reach out of the image. */
function shapeFault(shape: ViewShape): string | null {
  switch (shape.type) {
    case 'rectangle':
      if (shape.right < shape.left || shape.bottom < shape.top) return 'the box is inside out'
      return outside([
        { x: shape.left, y: shape.top },
        { x: shape.right, y: shape.bottom },
      ])
    case 'rotated_rectangle':
    case 'ellipse':
      return null
    case 'polygon':
      if (shape.rings.length === 0 || shape.rings.some((ring) => ring.length < 3)) return 'a ring needs three points'
      return outside(shape.rings.flat())
    case 'line':
      return shape.points.length < 2 ? 'a line needs two points' : outside(shape.points)
    case 'landmark':
      return shape.points.length === 0 ? 'there is no point' : outside(shape.points)
    case 'cuboid':
      return shape.points.length !== 8 ? 'a cuboid has eight points' : outside(shape.points)
    case 'polyline3d':
    case 'keypoint3d': {
      const { type, points } = shape
      if (points.length < LEAST_SPACE_POINTS[type]) return `a ${type} has at least ${LEAST_SPACE_POINTS[type]} points`
      return points.every(({ x, y, z }) => [x, y, z].every(Number.isFinite)) ? null : 'a coordinate is not a number'
    }
    case 'mask': {
      const pixels = shape.counts.reduce((sum, count) => sum + count, 0)
      return pixels === shape.heightPx * shape.widthPx ? null : 'the mask does not cover the image'
    }
  }
}

function skeletonFault(shape: ViewShape, { skeleton, name }: TagClass): string | null {
  if (shape.type !== 'landmark' || !skeleton) return null
  const [label] = strangeLabels(skeleton, shape)
  return label === undefined ? null : `the keypoint ${label} is twice here, or ${name} has none of that number`
}

function outside(points: readonly ImagePoint[]): string | null {
  const isIn = (at: number) => at >= -OUTSIDE && at <= 1 + OUTSIDE
  return points.every(({ x, y }) => isIn(x) && isIn(y)) ? null : 'it reaches out of the image'
}

function checkLegend({ document, tag, labelsInUse }: IntegrityInput, classes: ReadonlyMap<string, TagClass>, add: Add) {
  if (!rulesOf(tag.annotationType).hasLabels) return
  const named = new Map<number, LegendEntry>(document.legend.map((entry) => [entry.labelKey, entry]))
  for (const labelKey of labelsInUse ?? []) {
    if (labelKey !== 0 && !named.has(labelKey)) add('LEGEND', {}, `the label ${labelKey} is not in the legend`)
  }
  for (const { labelKey, classId } of document.legend) {
    if (labelKey !== 0 && (classId === null || !classes.has(classId))) {
      add('LEGEND', {}, `the label ${labelKey} names no class`)
    }
  }
}
