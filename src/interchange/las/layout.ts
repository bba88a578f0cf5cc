/** Places in LAS 1.4 files; R15 of the specification of the ASPRS. Numbers are little-endian. */
export const HEADER_BYTES = 375
export const VLR_HEADER_BYTES = 54
/** One descriptor of the extra bytes record. */
export const EXTRA_BYTES = 192
export const EXTRA_USER = 'LASF_Spec'
export const EXTRA_RECORD = 4
/** `unsigned long` of the specification: 32 bits. */
export const UINT32_TYPE = 5

/** Bytes of the point formats 0 to 10, without extra dimensions. */
export const POINT_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67] as const
/** From here on classes have a byte, before that five bits. */
export const FIRST_WIDE_FORMAT = 6

export const INSTANCE = 'instance'
/** Only where points were left out: the place of a point in the cloud that was labelled. */
export const POINT_INDEX = 'point_index'
