import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import { ByteSource } from './byteSource.ts'
import { LAZ_BIT, POINT_FORMAT_OFFSET, pcdOfLas } from './las.ts'
import { pcdOfNpy } from './npy.ts'
import { pcdOfPly } from './ply.ts'
import { type PointLayout, pcdOfRawRows } from './pointLayout.ts'

/** The forms of files in which clouds are read. */
export type CloudForm = 'pcd' | 'ply' | 'las' | 'laz' | 'npy' | 'raw'

/** Enough of a file to tell its form. */
export const FORM_BYTES = 256

/**
 * What a cloud's file is by its first bytes. What a file says of itself counts for more than `layout`, which is for
 * files without a header. Anything else is taken for a PCD, whose reader says what is wrong with it.
 */
export function cloudForm(start: Uint8Array, layout: PointLayout | null): CloudForm {
  const text = new TextDecoder('latin1').decode(start.subarray(0, FORM_BYTES))
  if (/^ply\r?\n/.test(text)) return 'ply'
  if (text.startsWith('LASF')) return ((start[POINT_FORMAT_OFFSET] ?? 0) & LAZ_BIT) === 0 ? 'las' : 'laz'
  if (start[0] === 0x93 && text.startsWith('NUMPY', 1)) return 'npy'
  return layout && !isPcd(text) ? 'raw' : 'pcd'
}

const isPcd = (text: string): boolean =>
  /^\s*(?:#[\t\x20-\x7e]*\r?\n\s*)*(?:# \.PCD|VERSION|FIELDS|COLUMNS|SIZE|TYPE|WIDTH|HEIGHT|POINTS)\b/i.test(text)

export interface SourceCloud {
  form: Exclude<CloudForm, 'pcd' | 'laz'>
  bytes: AsyncIterable<Uint8Array>
  sizeBytes: number
  layout: PointLayout | null
}

/**
 * A cloud of another form as a binary PCD: the same points in the same order, x y z as float64. It is made as the file
 * is read; only arrays in Fortran order are held whole.
 *
 * @throws PcdError with the place, what was expected and what was found
 */
export function pcdOfCloud(
  { form, bytes, sizeBytes, layout }: SourceCloud,
  limits: PcdLimits,
): AsyncIterable<Uint8Array> {
  const source = new ByteSource(bytes)
  if (form === 'ply') return pcdOfPly(source, limits)
  if (form === 'las') return pcdOfLas(source, limits)
  if (form === 'npy') return pcdOfNpy(source, limits)
  if (!layout) throw new Error('a raw file has a layout')
  return pcdOfRawRows(source, layout, sizeBytes, limits)
}
