import { quaternionNorm } from '../../geometry/quaternion.ts'
import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type Attribute, type AttributeScope, type AttributeValue, attributeFault } from '../attribute.ts'
import type { AnnotatedDocument, CuboidPath, FlatPath, LegendEntry, Track } from '../document/document.ts'
import { attributesByPlace } from '../document/newTrack.ts'
import type { ViewShape } from '../document/shape.ts'
import { shapeKind } from '../shapes/flatShapes.ts'
import { isSpaceShape, spaceShapeFault } from '../shapes/spaceShapes.ts'
import { strangeLabels } from '../skeleton.ts'
import { classById, geometriesOf, type Tag, type TagClass } from '../tag.ts'
import type { Place, UnratedFinding } from './finding.ts'

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

const shapeFault = (shape: ViewShape): string | null =>
  isSpaceShape(shape) ? spaceShapeFault(shape) : shapeKind(shape).fault(shape)

function skeletonFault(shape: ViewShape, { skeleton, name }: TagClass): string | null {
  if (shape.type !== 'landmark' || !skeleton) return null
  const [label] = strangeLabels(skeleton, shape)
  return label === undefined ? null : `the keypoint ${label} is twice here, or ${name} has none of that number`
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
