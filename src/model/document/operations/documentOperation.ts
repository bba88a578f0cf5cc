import type { Dimensions } from '../../../geometry/cuboid.ts'
import type { AttributeValue } from '../../attribute.ts'
import type { Relation } from '../../relation.ts'
import type { AttributeStep, Key, LegendEntry } from '../document.ts'
import type { PlainCuboidPath, PlainFlatPath, PlainTrack } from '../plainTrack.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'

/**
 * Names a path of a track: null is its cuboid, otherwise the view of that sensor (IMAGE_VIEW in images and videos,
 * COMMON_VIEW for polylines and key points in 3D).
 */
export type PathId = string | null

/** Inserts before the entry that is at this index now; null: keeps the position, or adds at the end. */
export type Index = number | null

/** An object that is there keeps its number; a new one gets the next of its class unless the track has one. */
export interface PutTrack {
  type: 'putTrack'
  track: PlainTrack
  index: Index
}
export interface RemoveTrack {
  type: 'removeTrack'
  trackId: string
}
/** With the class goes the object's number: it gets the next one of the new class unless `number` says which. */
export interface SetClass {
  type: 'setClass'
  trackId: string
  classId: string
  number?: number
}
/** The flag alone; the caller adds the keys that belong to it. */
export interface SetStationary {
  type: 'setStationary'
  trackId: string
  stationary: boolean
}
/** For an attribute of the whole object; null removes the value. */
export interface SetObjectAttribute {
  type: 'setObjectAttribute'
  trackId: string
  name: string
  value: AttributeValue | null
}
/** All relations that start from the track. */
export interface SetRelations {
  type: 'setRelations'
  trackId: string
  relations: readonly Relation[]
}
/** Creates or replaces a whole path. `sensorId` null requires a cuboid's path, otherwise a flat one. */
export type PutPath =
  | { type: 'putPath'; trackId: string; sensorId: null; path: PlainCuboidPath; index: Index }
  | { type: 'putPath'; trackId: string; sensorId: string; path: PlainFlatPath; index: Index }
export interface RemovePath {
  type: 'removePath'
  trackId: string
  sensorId: PathId
}
/** Replaces all keys of frames first..last (both included) by these, which ascend and are within the range. */
export interface SetKeys {
  type: 'setKeys'
  trackId: string
  sensorId: PathId
  first: number
  last: number
  keys: readonly Key<CuboidPlacement | ViewShape>[]
}
/** Size of the whole cuboid track. */
export interface SetDimensions {
  type: 'setDimensions'
  trackId: string
  dimensions: Dimensions
}
/** All steps of one attribute of a path, ascending by frame; an empty list removes the attribute. */
export interface SetSteps {
  type: 'setSteps'
  trackId: string
  sensorId: PathId
  name: string
  steps: readonly AttributeStep[]
}
/** Whether a camera's rectangle follows the cuboid unless a key says otherwise. */
export interface SetFollows {
  type: 'setFollows'
  trackId: string
  sensorId: string
  follows: boolean
}
export interface SetJobAttribute {
  type: 'setJobAttribute'
  name: string
  value: AttributeValue | null
}
export interface SetFrameAttribute {
  type: 'setFrameAttribute'
  frame: number
  name: string
  value: AttributeValue | null
}
/** Entries are identified by their `id`; labelKeys are unique. */
export interface PutLegendEntry {
  type: 'putLegendEntry'
  entry: LegendEntry
  index: Index
}
export interface RemoveLegendEntry {
  type: 'removeLegendEntry'
  id: string
}
/** Changes labels of points, which are separate from the document: see paintLabels. */
export interface SetLabels {
  type: 'setLabels'
  runs: LabelRuns
}

/** Runs of points that get a label each, as text: see labelRuns.ts. They ascend and do not overlap. */
export type LabelRuns = string

/**
 * One small change of a document, plain JSON: the browser's commands are lists of these, undo is their inverse, and
 * saving sends them. Positions and order are part of the change, so that the inverse restores them too.
 */
export type Edit =
  | PutTrack
  | RemoveTrack
  | SetClass
  | SetStationary
  | SetObjectAttribute
  | SetRelations
  | PutPath
  | RemovePath
  | SetKeys
  | SetDimensions
  | SetSteps
  | SetFollows
  | SetJobAttribute
  | SetFrameAttribute
  | PutLegendEntry
  | RemoveLegendEntry
  | SetLabels

/**
 * The operation does not fit this document: it names something that does not exist, or would break a rule of the
 * document.
 */
export class EditError extends Error {}
