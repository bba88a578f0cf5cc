import type { Config } from '../../config.ts'

const MIB = 1024 * 1024

/** Limits of files, the same in the checks and in what is published. */
export const MAX_IMAGE_BYTES = 64 * MIB
export const MAX_IMAGE_PIXELS = 300_000_000
export const MAX_CLOUD_BYTES = 256 * MIB
export const MAX_CLOUD_POINTS = 20_000_000
export const MAX_SENSORS_PER_FRAME = 32

export function limits(config: Config) {
  return {
    max_body_bytes: config.maxBodyBytes,
    max_result_bytes: config.maxResultBytes,
    max_frames: config.maxFrames,
    max_sensors_per_frame: MAX_SENSORS_PER_FRAME,
    max_bulk_jobs: 1000,
    max_image_bytes: MAX_IMAGE_BYTES,
    max_image_pixels: MAX_IMAGE_PIXELS,
    max_point_cloud_bytes: MAX_CLOUD_BYTES,
    max_point_cloud_points: MAX_CLOUD_POINTS,
    jobs_per_page: 100,
    posts_per_second: config.rateLimit,
  }
}
