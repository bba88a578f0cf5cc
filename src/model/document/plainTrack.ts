import type { AttributeValue } from '../attribute.ts'
import type { AttributeStep, CuboidPath, FlatPath, Track } from './document.ts'

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

export const fromPlainCuboidPath = (path: PlainCuboidPath): CuboidPath => ({
  ...path,
  attributes: new Map(path.attributes),
})

export const fromPlainFlatPath = (path: PlainFlatPath): FlatPath => ({ ...path, attributes: new Map(path.attributes) })

export const fromPlainTrack = (track: PlainTrack): Track => ({
  ...track,
  attributes: new Map(track.attributes),
  cuboid: track.cuboid && fromPlainCuboidPath(track.cuboid),
  views: new Map(track.views.map(([sensorId, view]) => [sensorId, fromPlainFlatPath(view)])),
})
