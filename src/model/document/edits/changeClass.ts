import type { AnnotationType } from '../../annotationType.ts'
import { type Attribute, attributeFault, defaultValues } from '../../attribute.ts'
import type { TagClass } from '../../tag.ts'
import { type AttributeStep, type AttributeSteps, NO_STEPS, type Track } from '../document.ts'
import { attributesByPlace } from '../newTrack.ts'
import type { Edit, PathId } from '../operations/documentOperation.ts'
import { frameSpan } from '../shapePath.ts'
import { trackPaths } from '../trackPaths.ts'

/**
 * Gives a track another class. Values that the new class does not have are removed, since no result may have them;
 * attributes without a value get the new class's defaults.
 * @param before the track when it had this class before, whose values are restored
 */
export function changeClass(
  track: Track,
  tagClass: Pick<TagClass, 'classId' | 'attributes'>,
  { annotationType, frameCount }: { annotationType: AnnotationType; frameCount: number },
  before?: Track,
): Edit[] {
  if (track.classId === tagClass.classId) return []
  const { onTrack, onPaths } = attributesByPlace(annotationType, tagClass.attributes)
  const trackId = track.id
  const edits: Edit[] = [{ type: 'setClass', trackId, classId: tagClass.classId }]
  const earlier = [...(before?.attributes ?? [])].filter(([name, value]) => fits(onTrack, name, value))
  const defaults = new Map([...defaultValues(onTrack), ...earlier])
  for (const [name, value] of track.attributes) {
    if (fits(onTrack, name, value) || defaults.has(name)) continue
    edits.push({ type: 'setObjectAttribute', trackId, name, value: null })
  }
  for (const [name, value] of defaults) {
    if (!fits(onTrack, name, track.attributes.get(name))) {
      edits.push({ type: 'setObjectAttribute', trackId, name, value })
    }
  }
  for (const [sensorId, path] of trackPaths(track)) {
    const first = frameSpan(path, frameCount)?.first ?? frameSpan(track.cuboid ?? path, frameCount)?.first ?? 0
    for (const [name, steps] of stepsOfClass(path.attributes, onPaths, first, stepsOf(before, sensorId))) {
      edits.push({ type: 'setSteps', trackId, sensorId, name, steps })
    }
  }
  return edits
}

/** The steps that change, by name; an empty list takes the attribute away. */
function stepsOfClass(steps: AttributeSteps, attributes: readonly Attribute[], first: number, earlier: AttributeSteps) {
  const changed = new Map<string, readonly AttributeStep[]>()
  for (const [name, ofName] of steps) {
    const kept = ofName.filter(({ value }) => value === null || fits(attributes, name, value))
    if (kept.length < ofName.length) changed.set(name, kept.some(({ value }) => value !== null) ? kept : [])
  }
  const isOpen = (name: string) => !steps.has(name) || changed.get(name)?.length === 0
  for (const [name, ofName] of earlier) {
    const isWhole = ofName.every(({ value }) => value === null || fits(attributes, name, value))
    if (isWhole && attributes.some((one) => one.name === name) && isOpen(name)) changed.set(name, ofName)
  }
  for (const [name, value] of defaultValues(attributes)) {
    if (isOpen(name)) changed.set(name, [{ frame: first, value }])
  }
  return changed
}

const stepsOf = (track: Track | undefined, sensorId: PathId): AttributeSteps =>
  (sensorId === null ? track?.cuboid : track?.views.get(sensorId))?.attributes ?? NO_STEPS

function fits(attributes: readonly Attribute[], name: string, value: unknown): boolean {
  const attribute = attributes.find((candidate) => candidate.name === name)
  return attribute !== undefined && attributeFault(attribute, value) === null
}
