/** The faults that a file of a job can have. */
export const FILE_FAILURE_TYPES = [
  'INVALID_IMAGE_LINK',
  'INVALID_POINT_CLOUD_LINK',
  'IMAGE_DECODE_FAILED',
  'INVALID_POINT_CLOUD',
  'FILE_TOO_LARGE',
  'FORBIDDEN_ADDRESS',
  'FRAME_SIZE_MISMATCH',
] as const
export type FileFailureType = (typeof FILE_FAILURE_TYPES)[number]
