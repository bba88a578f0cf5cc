import type { AnnotationType } from '../../annotationType.ts'
import { type Attribute, attributeFault, defaultValues } from '../../attribute.ts'
import type { TagClass } from '../../tag.ts'
import type { AttributeStep, AttributeSteps, Track } from '../document.ts'
import { attributesByPlace } from '../newTrack.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { frameSpan } from '../shapePath.ts'
import { trackPaths } from '../trackPaths.ts'

/**
 * Gives a track another class. Values the new class does not know go, since no result may hold them; attributes that
 * are then without any value get the new class's defaults.
 */
export function changeClass(
  track: Track,
  tagClass: Pick<TagClass, 'classId' | 'attributes'>,
  { annotationType, frameCount }: { annotationType: AnnotationType; frameCount: number },
): Edit[] {
  if (track.classId === tagClass.classId) return []
  const { onTrack, onPaths } = attributesByPlace(annotationType, tagClass.attributes)
  const trackId = track.id
  const edits: Edit[] = [{ type: 'setClass', trackId, classId: tagClass.classId }]
  const defaults = defaultValues(onTrack)
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
    for (const [name, steps] of stepsOfClass(path.attributes, onPaths, first)) {
      edits.push({ type: 'setSteps', trackId, sensorId, name, steps })
    }
  }
  return edits
}

/** The steps that change, by name; an empty list takes the attribute away. */
function stepsOfClass(steps: AttributeSteps, attributes: readonly Attribute[], first: number) {
  const changed = new Map<string, readonly AttributeStep[]>()
  for (const [name, ofName] of steps) {
    const kept = ofName.filter(({ value }) => value === null || fits(attributes, name, value))
    if (kept.length < ofName.length) changed.set(name, kept.some(({ value }) => value !== null) ? kept : [])
  }
  for (const [name, value] of defaultValues(attributes)) {
    const isOpen = !steps.has(name) || changed.get(name)?.length === 0
    if (isOpen) changed.set(name, [{ frame: first, value }])
  }
  return changed
}

function fits(attributes: readonly Attribute[], name: string, value: unknown): boolean {
  const attribute = attributes.find((candidate) => candidate.name === name)
  return attribute !== undefined && attributeFault(attribute, value) === null
}
