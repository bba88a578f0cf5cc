/** A place that was set. What x and y are is the tool's own: pixels, shares of the image or metres. */
export interface WorkPoint {
  x: number
  y: number
  z?: number
  /** The label of a key point. */
  label?: number
  visible?: boolean
  /** A keypoint that was left out. */
  isAbsent?: boolean
  /** The line that leads to it, along edges. */
  via?: readonly { x: number; y: number }[]
}

/** A shape that is being drawn point by point and not yet in the document. Plain JSON. */
export interface ShapeInWork {
  tool: string
  points: readonly WorkPoint[]
  /** The polygon that it becomes a hole of. */
  holeOf?: string
  /** For corners that are places on the screen. */
  inView?: CornersOfView
}

export interface CornersOfView {
  view: string
  erases: boolean
}

export interface KeptShape {
  frame: number
  shape: ShapeInWork
}
