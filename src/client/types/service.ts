// Made of src/contract by `npm run clients`: do not edit.

export interface Limits {
  max_body_bytes: number
  max_result_bytes: number
  max_upload_bytes: number
  max_frames: number
  max_sensors_per_frame: number
  max_bulk_jobs: number
  max_image_bytes: number
  max_image_pixels: number
  max_image_decode_bytes: number
  max_image_decode_seconds: number
  max_job_pixels: number
  max_point_cloud_bytes: number
  max_point_cloud_points: number
  jobs_per_page: number
  posts_per_second: number
  imports: { bytes: number; unpacked_bytes: number; files: number }
}

export interface Meta {
  version: string
  limits: Limits
  egress_addresses: string[]
}
