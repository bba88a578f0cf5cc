import { baseName } from '../core/entryNames.ts'
import type { SourceFile } from './layout.ts'

const PICTURE = /\.(jpe?g|png|webp|gif|avif|tiff?)$/i
const CLOUD = /\.(pcd|ply|las|laz|npy|bin)$/i
const VIDEO = /\.(mp4|m4v|mov|mkv|avi|webm)$/i
/** Files that operating systems and tools leave in folders; they are left out without a report. */
const LEFT_BEHIND = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i

export const isPicture = ({ path }: SourceFile): boolean => PICTURE.test(path)
export const isCloud = ({ path }: SourceFile): boolean => CLOUD.test(path)
export const isVideo = ({ path }: SourceFile): boolean => VIDEO.test(path)
export const isLeftBehind = ({ path }: SourceFile): boolean => LEFT_BEHIND.test(path)

/** The folder of a path without a slash at its end; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** The name without folder and ending: `0001` for `cam/0001.png`. */
export const fileStem = (path: string): string => baseName(path).replace(/(?<=.)\.[^.]*$/, '')
