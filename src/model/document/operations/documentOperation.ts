import type { Dimensions } from '../../../geometry/cuboid.ts'
import type { AttributeValue } from '../../attribute.ts'
import type { Relation } from '../../relation.ts'
import type { AttributeStep, Key, LegendEntry } from '../document.ts'
import type { PlainCuboidPath, PlainFlatPath, PlainTrack } from '../plainTrack.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'

/**
 * Which path of a track: null is its cuboid, else the view of that sensor (IMAGE_VIEW in images and videos, COMMON_VIEW
 * for polylines and key points in 3D).
 */
export type PathId = string | null

/** In front of what stands at this index now; null: where it is already, or at the end. */
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
/** Of an attribute that is per object; null takes the value away. */
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
/** Makes or replaces a whole path. `sensorId` null goes with a cuboid's path, else with a flat one. */
export type PutPath =
  | { type: 'putPath'; trackId: string; sensorId: null; path: PlainCuboidPath; index: Index }
  | { type: 'putPath'; trackId: string; sensorId: string; path: PlainFlatPath; index: Index }
export interface RemovePath {
  type: 'removePath'
  trackId: string
  sensorId: PathId
}
/** All keys of frames first..last (both included) give way to these, which ascend and lie within. */
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
/** All steps of one attribute of a path, ascending by frame; none: the attribute is gone. */
export interface SetSteps {
  type: 'setSteps'
  trackId: string
  sensorId: PathId
  name: string
  steps: readonly AttributeStep[]
}
/** Whether a camera's rectangle follows the cuboid where no key says otherwise. */
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
/** Entries are known by their `id`; no two have one labelKey. */
export interface PutLegendEntry {
  type: 'putLegendEntry'
  entry: LegendEntry
  index: Index
}
export interface RemoveLegendEntry {
  type: 'removeLegendEntry'
  id: string
}
/** Changes labels of points, which lie beside the document: see paintLabels. */
export interface SetLabels {
  type: 'setLabels'
  runs: LabelRuns
}

/** Runs of points that get a label each, as text: see labelRuns.ts. They ascend and do not overlap. */
export type LabelRuns = string

/**
 * One small change of a document, plain JSON: the browser's commands are lists of these, undo is their inverse, and
 * saving sends them. Positions and order are part of what is changed, so that the inverse restores them too.
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

/** The operation does not fit this document: it names what is not there, or would break a rule of the document. */
export class EditError extends Error {}
