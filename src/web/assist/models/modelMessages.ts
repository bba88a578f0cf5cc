import type { DetectorManifest, SegmentManifest } from '../../../formats/models/manifest.ts'
import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { ShapePrompts } from '../../document/openSuggestions.ts'

interface Asked<Manifest> {
  name: string
  build: string
  manifest: Manifest
  /** The whole picture at the model's input size, and its own size in pixels. */
  bitmap: ImageBitmap
  image: ImageSize
}

/** The shapes that a class of the tag allows. */
export type WantedShape = 'polygon' | 'mask' | 'box'

export interface SegmentRequest extends Asked<SegmentManifest> {
  prompts: ShapePrompts
  shape: WantedShape
}

export type ModelRequest = SegmentRequest | Asked<DetectorManifest>

/** In fractions of the picture. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Detection extends Box {
  label: string
  score: number
}

/** In the form of `segment`; null: there is no object. */
export type FoundShape =
  | { polygons: { x: number; y: number }[][]; score: number | null }
  | { mask: { size: [number, number]; counts: number[] }; score: number | null }
  | { box: Box; score: number | null }
  | null

export type ModelReply = { shape: FoundShape } | { detections: Detection[] }

/** 0 to 1 of its files, or that it works. */
export type ModelProgress = { loaded: number } | 'working'
