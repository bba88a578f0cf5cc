import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotationType } from '../annotationType.ts'
import { rulesOf } from '../annotationTypes/rulesOf.ts'
import { type Attribute, defaultValues } from '../attribute.ts'
import type { TagClass } from '../tag.ts'
import type { AttributeSteps, FlatPath, ShapeSource, Track } from './document.ts'
import { keyframe } from './keyframe.ts'
import type { ViewShape } from './shape.ts'

/** The first shape of an object: in one image or camera (IMAGE_VIEW in images and videos), in COMMON_VIEW, or a 3D box. */
export type FirstShape =
  | { sensorId: string; flat: ViewShape }
  /** `cameraIds`: cameras whose rectangles follow the box. */
  | { cuboid: Cuboid; cameraIds?: readonly string[] }

export interface NewTrack {
  id: string
  annotationType: AnnotationType
  tagClass: Pick<TagClass, 'classId' | 'attributes'>
  frame: number
  shape: FirstShape
  source?: ShapeSource
}

/** A new object with one keyframe. Attributes start with the defaults of its class. */
export function newTrack({ id, annotationType, tagClass, frame, shape, source = 'manual' }: NewTrack): Track {
  const { onTrack, onPaths } = attributesByPlace(annotationType, tagClass.attributes)
  const attributes = defaultSteps(onPaths, frame)
  const empty: Track = {
    id,
    entryId: null,
    classId: tagClass.classId,
    stationary: false,
    attributes: defaultValues(onTrack),
    cuboid: null,
    views: new Map(),
  }
  if ('flat' in shape) {
    const path: FlatPath = { keys: [keyframe(frame, shape.flat, { source })], attributes, follows: false }
    return { ...empty, views: new Map([[shape.sensorId, path]]) }
  }
  const { position, heading, dimensions } = shape.cuboid
  const following: FlatPath = { keys: [], attributes, follows: true }
  return {
    ...empty,
    cuboid: { keys: [keyframe(frame, { position, heading, sizeOverride: null }, { source })], attributes, dimensions },
    views: new Map(shape.cameraIds?.map((cameraId) => [cameraId, following])),
  }
}

/**
 * Where the values of a class's attributes are stored. Without frames an object is one record, so attributes that are
 * per frame are stored on the track too.
 */
export function attributesByPlace(annotationType: AnnotationType, attributes: readonly Attribute[]) {
  const isOnTrack = ({ per }: Attribute) => per === 'object' || !rulesOf(annotationType).hasFrames
  return { onTrack: attributes.filter(isOnTrack), onPaths: attributes.filter((attribute) => !isOnTrack(attribute)) }
}

/** Defaults that hold from a frame on. */
export const defaultSteps = (attributes: readonly Attribute[], frame: number): AttributeSteps =>
  new Map([...defaultValues(attributes)].map(([name, value]) => [name, [{ frame, value }]]))
