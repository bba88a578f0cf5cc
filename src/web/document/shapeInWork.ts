/** A place that was set. What x and y are is the tool's own: pixels, shares of the image or metres. */
export interface WorkPoint {
  x: number
  y: number
  z?: number
  /** Of a keypoint. */
  label?: number
  visible?: boolean
  /** A keypoint that was left out. */
  isAbsent?: boolean
  /** The line that leads to it, along edges. */
  via?: readonly { x: number; y: number }[]
}

/** What is being drawn point by point: nothing of it is in the document yet. Plain JSON. */
export interface ShapeInWork {
  tool: string
  points: readonly WorkPoint[]
  /** The polygon that it becomes a hole of. */
  holeOf?: string
  /** Of corners that are places of the screen. */
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
