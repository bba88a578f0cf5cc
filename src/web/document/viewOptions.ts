/** A person's view options. They are not part of the document. */
export interface ViewOptions {
  /** Factors; 1 leaves the image unchanged. */
  brightness: number
  contrast: number
  saturation: number
  /** Above 1 dark places become lighter, while black and white stay. */
  gamma: number
  /** Class names at the objects. */
  tags: boolean
  /** 0 (outlines alone) to 1. */
  fillOpacity: number
  /** Lines through the pointer while boxes are drawn. */
  crosshair: boolean
  /** New points of polygons and lines stick to borders of others of the kind. */
  snap: boolean
  /** The share of the width that the small 3D views have. */
  sideShare: number
  /** In heights of a letter of the page, as are all lengths that grow with it. */
  panelRem: number
  timelineRem: number
  /** Sections of the panel of objects. */
  showsClasses: boolean
  showsAttributes: boolean
  showsRelations: boolean
  showsNumbers: boolean
}

export const DEFAULT_VIEW: ViewOptions = {
  brightness: 1,
  contrast: 1,
  saturation: 1,
  gamma: 1,
  tags: true,
  fillOpacity: 0.15,
  crosshair: true,
  snap: false,
  sideShare: 0.24,
  panelRem: 19,
  timelineRem: 11,
  showsClasses: true,
  showsAttributes: true,
  showsRelations: true,
  showsNumbers: true,
}
