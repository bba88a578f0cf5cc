import { type ContentKind, SNIFF_BYTES, sniff } from './sniff.ts'

/** What people send files for. */
export type UploadKind = 'image' | 'video' | 'cloud' | 'archive' | 'log' | 'other'

export interface FileType {
  kind: UploadKind
  mediaType: string
}

const OTHER: FileType = { kind: 'other', mediaType: 'application/octet-stream' }

const TYPES: Partial<Record<ContentKind, FileType>> = {
  jpeg: { kind: 'image', mediaType: 'image/jpeg' },
  png: { kind: 'image', mediaType: 'image/png' },
  webp: { kind: 'image', mediaType: 'image/webp' },
  gif: { kind: 'image', mediaType: 'image/gif' },
  avif: { kind: 'image', mediaType: 'image/avif' },
  tiff: { kind: 'image', mediaType: 'image/tiff' },
  heic: { kind: 'image', mediaType: 'image/heic' },
  bmp: { kind: 'image', mediaType: 'image/bmp' },
  jxl: { kind: 'image', mediaType: 'image/jxl' },
  jp2: { kind: 'image', mediaType: 'image/jp2' },
  video: { kind: 'video', mediaType: 'video/mp4' },
  pcd: { kind: 'cloud', mediaType: 'application/octet-stream' },
  ply: { kind: 'cloud', mediaType: 'application/octet-stream' },
  las: { kind: 'cloud', mediaType: 'application/octet-stream' },
  rosbag: { kind: 'log', mediaType: 'application/octet-stream' },
  gzip: { kind: 'archive', mediaType: 'application/gzip' },
  zip: { kind: 'archive', mediaType: 'application/zip' },
  zstd: { kind: 'archive', mediaType: 'application/zstd' },
  json: { kind: 'other', mediaType: 'application/json' },
  // HTML, SVG and XML too: they are text to those who open them here.
  html: { kind: 'other', mediaType: 'text/plain' },
  svg: { kind: 'other', mediaType: 'text/plain' },
  xml: { kind: 'other', mediaType: 'text/plain' },
  text: { kind: 'other', mediaType: 'text/plain' },
  pdf: { kind: 'other', mediaType: 'application/pdf' },
}

/** Signatures of files that no picture or cloud can be taken for. */
const FURTHER: readonly (readonly [signature: string, at: number, type: FileType])[] = [
  ['\x89MCAP0\r\n', 0, { kind: 'log', mediaType: 'application/octet-stream' }],
  // The storage of ROS 2 bags.
  ['SQLite format 3\0', 0, { kind: 'log', mediaType: 'application/vnd.sqlite3' }],
  ['\x93NUMPY', 0, { kind: 'cloud', mediaType: 'application/octet-stream' }],
  ['ustar', 257, { kind: 'archive', mediaType: 'application/x-tar' }],
  ['AVI ', 8, { kind: 'video', mediaType: 'video/x-msvideo' }],
  ['\x1a\x45\xdf\xa3', 0, { kind: 'video', mediaType: 'video/x-matroska' }],
  ['ftypqt  ', 4, { kind: 'video', mediaType: 'video/quicktime' }],
]

/** The kind of a file by its first bytes (`SNIFF_BYTES` are enough), regardless of its name. */
export function fileType(start: Uint8Array): FileType {
  const head = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, SNIFF_BYTES)).toString('latin1')
  const further = FURTHER.find(([signature, at]) => head.startsWith(signature, at))
  return further?.[2] ?? TYPES[sniff(start)] ?? OTHER
}
