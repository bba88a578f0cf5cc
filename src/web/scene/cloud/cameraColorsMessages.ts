import type { CameraImageSize } from '../../../geometry/camera.ts'
import type { CameraIntrinsics } from '../../../geometry/intrinsics.ts'
import type { Pose } from '../../../geometry/pose.ts'

/** A file and the part of the image it shows, 0..1 from the top left. */
export interface ImagePart {
  url: string
  left: number
  top: number
  right: number
  bottom: number
}

export interface CameraColorsRequest {
  /** Copies of their own. */
  clouds: Float32Array[]
  /** More pixels of an image are not read. */
  mostWidthPx: number
  cameras: { parts: ImagePart[]; size: CameraImageSize; intrinsics: CameraIntrinsics; cameraFromCloud: Pose[] }[]
}
/** `isPassing`: another try may well do better. */
export type CameraColorsAnswer = { rgb: Uint8Array<ArrayBuffer>[] } | { error: string; isPassing: boolean }
