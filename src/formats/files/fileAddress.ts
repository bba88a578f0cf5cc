import { isUuid } from '../../model/uuid.ts'

/** The scheme of addresses of uploaded files: `upload://{file_id}/{name}`. */
const SCHEME = 'upload://'

/** Whether the text means an uploaded file, well-formed or not. */
export const isFileAddress = (text: string): boolean => text.slice(0, SCHEME.length).toLowerCase() === SCHEME

/** The file that an address names: its id alone decides; null for a malformed address. */
export function fileIdOf(address: string): string | null {
  const [id, ...name] = address.slice(SCHEME.length).split('/')
  return isFileAddress(address) && isUuid(id) && name.join('/') !== '' ? id.toLowerCase() : null
}

/** The address of a file, with each part of its name escaped. */
export const fileAddress = (fileId: string, name: string): string =>
  `${SCHEME}${fileId}/${name.split('/').map(encodeURIComponent).join('/')}`
