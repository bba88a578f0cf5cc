const MIB = 1024 * 1024

/** What one job may bring, as the contract publishes it; limits of requests are settings of the service. */
export const MAX_IMAGE_BYTES = 64 * MIB
export const MAX_IMAGE_PIXELS = 300_000_000
export const MAX_CLOUD_BYTES = 256 * MIB
export const MAX_CLOUD_POINTS = 20_000_000
export const MAX_SENSORS_PER_FRAME = 32
/** Values (members and entries, at all levels) of one job body: parsed, each takes 8 to 100 bytes. */
export const MAX_JOB_VALUES = 2_500_000
