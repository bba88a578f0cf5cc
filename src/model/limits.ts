const MIB = 1024 * 1024

/** What one job may bring, as the contract publishes it; limits of requests are settings of the service. */
export const MAX_IMAGE_BYTES = 64 * MIB
export const MAX_IMAGE_PIXELS = 300_000_000
/** The memory and time limits of decoding one image. */
export const MAX_DECODE_BYTES = 512 * MIB
export const MAX_DECODE_SECONDS = 20
/** The limit for all images of one job: 5,000 frames of two 4K cameras, or of nine in full HD. */
export const MAX_JOB_PIXELS = 100_000_000_000
export const MAX_CLOUD_BYTES = 256 * MIB
export const MAX_CLOUD_POINTS = 20_000_000
/** The limits for the instructions of a tag, in UTF-8, and for a picture in them. */
export const MAX_INSTRUCTIONS_BYTES = 64 * 1024
export const MAX_INSTRUCTION_IMAGE_BYTES = 5 * MIB
export const MAX_INSTRUCTION_IMAGE_PIXELS = 50_000_000
/** One archive of labels that is imported. */
export const MAX_IMPORT_BYTES = 10 * 1024 * MIB
export const MAX_IMPORT_UNPACKED_BYTES = 20 * 1024 * MIB
export const MAX_IMPORT_FILES = 500_000
export const MAX_SENSORS_PER_FRAME = 32
/** Values (members and entries, at all levels) of one job body: parsed, each takes 8 to 100 bytes. */
export const MAX_JOB_VALUES = 2_500_000
/**
 * Lists, objects and texts of what an assistant answers. Its numbers are bounded by its bytes alone: labels of a cloud
 * and masks have as many as the cloud has points and the image pixels.
 */
export const MAX_ANSWER_PARTS = 4_000_000
