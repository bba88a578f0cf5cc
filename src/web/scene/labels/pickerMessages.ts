import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LabelRuns } from '../../../model/document/operations/documentOperation.ts'
import type { BrushWay } from '../../../model/segmentation/pointStroke.ts'
import type { PickRules, PickSurface, PointCluster } from '../../view3d/pointPicker.ts'

/** The questions of the page to the worker. */
export type PickerQuestion =
  | { kind: 'begin'; surface: PickSurface; rules: PickRules }
  | { kind: 'brush'; ways: BrushWay[] }
  | { kind: 'polygon'; corners: { x: number; y: number }[] }
  | { kind: 'cuboid'; cuboid: Cuboid; rules: PickRules }
  | { kind: 'ground'; aboveM: number; rules: PickRules }
  | { kind: 'surface'; seed: number; maxTurnRad: number; rules: PickRules }
  | { kind: 'clusters'; gapM: number; leastPoints: number; rules: PickRules }
  | { kind: 'nextCluster'; from: Vec3; rules: PickRules }

export type PickerAnswer = Uint32Array<ArrayBuffer> | PointCluster[] | PointCluster | null

/** Messages to the worker that it does not answer. */
export type PickerNews =
  | { kind: 'cloud'; pointCount: number; relativeFromCloud: readonly number[] }
  /** Starts at this index of the positions. */
  | { kind: 'positions'; at: number; part: Float32Array<ArrayBuffer> }
  | { kind: 'allSlots'; slots: Uint16Array<ArrayBuffer> }
  /** Labels with the slot of each label in them. */
  | { kind: 'labels'; runs: LabelRuns; slotOf: ReadonlyMap<number, number> }
