/** How a person likes to see the job. Nothing of it is part of the document. */
export interface ViewOptions {
  /** Factors; 1 leaves the image as it is. */
  brightness: number
  contrast: number
  /** Class names at the objects. */
  tags: boolean
  /** 0 (outlines alone) to 1. */
  fillOpacity: number
  /** New points of polygons and lines stick to other borders. */
  snap: boolean
}

export const DEFAULT_VIEW: ViewOptions = { brightness: 1, contrast: 1, tags: true, fillOpacity: 0.15, snap: true }

/** An issue that the view pins to its place. */
export interface ViewIssue {
  id: string
  frame: number | null
  trackId: string | null
  /** Normalised image coordinates; null where it is pinned to the object, or to the frame alone. */
  imagePoint: { x: number; y: number } | null
  resolved: boolean
}
