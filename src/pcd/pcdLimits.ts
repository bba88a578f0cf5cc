import { MAX_CLOUD_BYTES, MAX_CLOUD_POINTS } from '../model/limits.ts'
import { NUMBER_BYTES } from './putNumber.ts'

/** What a reader may swallow. Both are checked while streaming; a number in a header alone never allocates anything. */
export interface PcdLimits {
  maxBytes: number
  maxPoints: number
}

export const DEFAULT_PCD_LIMITS: PcdLimits = { maxBytes: MAX_CLOUD_BYTES, maxPoints: MAX_CLOUD_POINTS }

/**
 * Limits of files that the service wrote itself, and of archives, which have limits too. The largest binary cloud takes
 * several times its bytes in a result, which is text, and a cloud of another form up to twice its bytes as PCD.
 */
export const WRITTEN_PCD_LIMITS: PcdLimits = {
  maxBytes: MAX_CLOUD_BYTES + 4 * NUMBER_BYTES * MAX_CLOUD_POINTS,
  maxPoints: MAX_CLOUD_POINTS,
}

export const MAX_HEADER_BYTES = 64 * 1024
export const MAX_LINE_BYTES = 4 * 1024
/** One binary point; real ones (feature histograms) stay below 2 KiB. */
export const MAX_POINT_BYTES = 64 * 1024
/** LZF shrinks at most 88-fold: what unpacks to more than this multiple of `maxBytes` is a bomb, not a cloud. */
export const MAX_UNPACKED_RATIO = 4
