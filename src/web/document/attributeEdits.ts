import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Attribute, AttributeValue, AttributeValues } from '../../model/attribute.ts'
import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { withAttribute } from '../../model/document/edit.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { attributesAt } from '../../model/document/shapePath.ts'
import { trackPaths } from '../../model/document/trackPaths.ts'

/** Without frames an object is one record, so attributes per frame are stored on the object too. */
const standsOnObject = (document: AnnotatedDocument, attribute: Attribute): boolean =>
  attribute.per === 'object' || !rulesOf(document.annotationType).hasFrames

/** Values of a track at a frame, those per object and those per frame together. */
export function valuesAt(track: Track, frame: number): AttributeValues {
  const values = new Map<string, AttributeValue>()
  // The cuboid's come last and win: its records are what the boxes of cameras belong to.
  for (const [, path] of trackPaths(track).reverse())
    for (const [name, value] of attributesAt(path.attributes, frame)) values.set(name, value)
  for (const [name, value] of track.attributes) values.set(name, value)
  return values
}

/** The operations that give an attribute of these tracks its value; null takes it away. No shape becomes a keyframe. */
export function attributeOperations(
  document: AnnotatedDocument,
  trackIds: Iterable<string>,
  attribute: Attribute,
  value: AttributeValue | null,
  frame: number,
): Edit[] {
  const { name } = attribute
  return [...trackIds].flatMap((trackId): Edit[] => {
    const track = document.tracks.get(trackId)
    if (!track) return []
    if (standsOnObject(document, attribute)) return [{ type: 'setObjectAttribute', trackId, name, value }]
    return trackPaths(track).map(([sensorId, path]) => ({
      type: 'setSteps',
      trackId,
      sensorId,
      name,
      steps: withAttribute(path.attributes, name, frame, value).get(name) ?? [],
    }))
  })
}

/** The value that all have in common: undefined if they differ or none has one. */
export function commonValue(
  all: readonly AttributeValues[],
  name: string,
): { value?: AttributeValue; differs: boolean } {
  const texts = new Set(all.map((values) => JSON.stringify(values.get(name) ?? null)))
  return texts.size > 1 ? { differs: true } : { value: all[0]?.get(name), differs: false }
}
