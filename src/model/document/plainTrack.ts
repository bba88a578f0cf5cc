import { type AttributeValue, NO_ATTRIBUTES } from '../attribute.ts'
import {
  type AttributeStep,
  type AttributeSteps,
  type CuboidPath,
  type FlatPath,
  NO_STEPS,
  type Track,
} from './document.ts'

// Maps as lists of pairs: their order and any key, `__proto__` too, survive JSON.
type Plain<P> = Omit<P, 'attributes'> & { attributes: [string, readonly AttributeStep[]][] }

export type PlainCuboidPath = Plain<CuboidPath>
export type PlainFlatPath = Plain<FlatPath>

/** A track as plain JSON, for the file and for the editor's small operations alike. */
export interface PlainTrack extends Omit<Track, 'attributes' | 'cuboid' | 'views'> {
  attributes: [string, AttributeValue][]
  cuboid: PlainCuboidPath | null
  views: [string, PlainFlatPath][]
}

export const toPlainPath = <P extends CuboidPath | FlatPath>(path: P): Plain<P> => ({
  ...path,
  attributes: [...path.attributes],
})

export const toPlainTrack = (track: Track): PlainTrack => ({
  ...track,
  attributes: [...track.attributes],
  cuboid: track.cuboid && toPlainPath(track.cuboid),
  views: Array.from(track.views, ([sensorId, view]) => [sensorId, toPlainPath(view)]),
})

const stepsOf = (list: PlainFlatPath['attributes']): AttributeSteps => (list.length === 0 ? NO_STEPS : new Map(list))

export const fromPlainCuboidPath = (path: PlainCuboidPath): CuboidPath => ({
  ...path,
  attributes: stepsOf(path.attributes),
})

export const fromPlainFlatPath = (path: PlainFlatPath): FlatPath => ({ ...path, attributes: stepsOf(path.attributes) })

export const fromPlainTrack = (track: PlainTrack): Track => ({
  ...track,
  attributes: track.attributes.length === 0 ? NO_ATTRIBUTES : new Map(track.attributes),
  cuboid: track.cuboid && fromPlainCuboidPath(track.cuboid),
  views: new Map(track.views.map(([sensorId, view]) => [sensorId, fromPlainFlatPath(view)])),
})
