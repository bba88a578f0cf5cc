import { applyPose, identityPose, type Pose } from '../../geometry/pose.ts'
import type { SpacePoint, SpaceShape } from '../../model/document/shape.ts'
import { spaceKind } from '../../model/shapes/spaceShapes.ts'
import type { ResultSpace } from '../records/boxRecords.ts'
import type { SentObjectData } from './document.ts'
import type { Geometry, GeometryKindName } from './objects.ts'
import { isEmpty, valuesOf } from './values.ts'

/** Polylines as poly3d, key points as a point3d each. */
export function spaceGeometries(
  { type, points, attributes }: ResultSpace,
  common: string,
): { kind: GeometryKindName; geometry: Geometry }[] {
  const values = valuesOf(attributes)
  const about = { coordinate_system: common, ...(!isEmpty(values) && { attributes: values }) }
  if (type === 'polyline3d') {
    const val = points.flatMap(({ x, y, z }) => [x, y, z])
    const said = points.map(({ name, visible }) => saidOf(name, visible))
    const isSaid = said.some((one) => Object.keys(one).length > 0)
    // A member outside OpenLABEL's schema: the names of single points of a line.
    const geometry = { name: 'polyline', val, closed: false, ...about, ...(isSaid && { points: said }) }
    return [{ kind: 'poly3d', geometry }]
  }
  const names = points.flatMap(({ name }) => name ?? [])
  const areDistinct = new Set(names).size === names.length && !names.some((name) => UNNAMED.test(name))
  return points.map(({ x, y, z, name, visible }, index) => ({
    kind: 'point3d',
    geometry: {
      // Names are unique within an object.
      name: areDistinct && name !== undefined ? name : `point_${index}`,
      ...(!areDistinct && name !== undefined && { point_name: name }),
      val: [x, y, z],
      ...(visible !== undefined && { visible }),
      ...about,
    },
  }))
}

const UNNAMED = /^(point_\d+|polyline)$/

const saidOf = (name: string | undefined, visible: boolean | undefined) => ({
  ...(name !== undefined && { name }),
  ...(visible !== undefined && { visible }),
})

/** A shape of an object in a frame; null if it is invalid. */
export interface SentSpace {
  kind: 'poly3d' | 'point3d'
  shape: SpaceShape | null
  attributes: NonNullable<NonNullable<SentObjectData['poly3d']>[number]['attributes']>
}

/**
 * A closed line is read back with its first point repeated at its end. `poseOf` gives the pose of a coordinate system
 * in the common frame.
 */
export function sentSpaces(
  { poly3d = [], point3d = [] }: SentObjectData,
  poseOf: (system: string | undefined) => Pose,
): SentSpace[] {
  const placed = (system: string | undefined, [x, y, z]: readonly number[]) => {
    const pose = poseOf(system)
    return pose === identityPose ? { x, y, z } : applyPose(pose, { x, y, z })
  }
  const lines = poly3d.map(
    ({ val, closed, points: said = [], coordinate_system: system, attributes = {} }): SentSpace => {
      const points = Array.from({ length: val.length / 3 }, (_, i): SpacePoint => {
        return { ...placed(system, val.slice(3 * i)), ...saidOf(said[i]?.name, said[i]?.visible) }
      })
      const isWhole = val.length % 3 === 0 && points.length >= spaceKind('polyline3d').leastPoints
      const all = closed ? [...points, points[0]] : points
      return { kind: 'poly3d', shape: isWhole ? { type: 'polyline3d', points: all } : null, attributes }
    },
  )
  if (point3d.length === 0) return lines
  const points = point3d.map(({ name, point_name: given, val, visible, coordinate_system: system }): SpacePoint => {
    return { ...placed(system, val), ...saidOf(given ?? (UNNAMED.test(name) ? undefined : name), visible) }
  })
  const [{ attributes = {} }] = point3d
  return [...lines, { kind: 'point3d', shape: { type: 'keypoint3d', points }, attributes }]
}
