/** The type of the bytes, regardless of the file's name. `unknown`: the signature is unknown. */
export type ContentKind = keyof typeof NAMES

/** The name of each kind in messages to the person who sent the URL. */
const NAMES = {
  jpeg: 'a JPEG image',
  png: 'a PNG image',
  webp: 'a WebP image',
  gif: 'a GIF image',
  avif: 'an AVIF image',
  tiff: 'a TIFF image',
  heic: 'a HEIC image',
  bmp: 'a BMP image',
  svg: 'an SVG drawing',
  jxl: 'a JPEG XL image',
  jp2: 'a JPEG 2000 image',
  ico: 'an icon file',
  psd: 'a Photoshop document',
  pnm: 'a PNM image',
  photo_cd: 'a Kodak Photo CD image',
  video: 'a video file',
  audio: 'an audio file',
  pcd: 'a PCD point cloud',
  ply: 'a PLY file',
  las: 'a LAS point cloud',
  rosbag: 'a ROS bag',
  pdf: 'a PDF document',
  html: 'an HTML page (a login or error page?)',
  xml: 'an XML document (an error of the storage service?)',
  json: 'a JSON document',
  lfs_pointer: 'a Git LFS pointer instead of the file it stands for',
  gzip: 'a gzip archive',
  zip: 'a ZIP archive',
  zstd: 'a Zstandard archive',
  text: 'a text file',
  empty: 'an empty file',
  unknown: 'of an unknown kind',
} as const

/** The number of bytes that `sniff` looks at; more are ignored. */
export const SNIFF_BYTES = 4096

/** Names a kind in a sentence such as "the file is …". */
export const describeKind = (kind: ContentKind): string => NAMES[kind]

const SIGNATURES: ReadonlyArray<readonly [ContentKind, number, string]> = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['tiff', 0, 'II+\0'],
  ['tiff', 0, 'MM\0+'],
  ['jxl', 0, '\xff\x0a'],
  ['jxl', 4, 'JXL \r\n\x87\n'],
  ['jp2', 4, 'jP  \r\n\x87\n'],
  ['jp2', 0, '\xff\x4f\xff\x51'],
  ['ico', 0, '\0\0\x01\0'],
  ['ico', 0, '\0\0\x02\0'],
  ['psd', 0, '8BPS'],
  ['photo_cd', 2048, 'PCD_'],
  ['las', 0, 'LASF'],
  ['rosbag', 0, '#ROSBAG'],
  ['pdf', 0, '%PDF-'],
  ['gzip', 0, '\x1f\x8b'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['zstd', 0, '\x28\xb5\x2f\xfd'],
  ['video', 0, '\x1a\x45\xdf\xa3'],
  ['bmp', 0, 'BM'],
]

/** Tells a file's kind from its first bytes (`SNIFF_BYTES` are enough). Never throws. */
export function sniff(bytes: Uint8Array): ContentKind {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES)).toString('latin1')
  // Signatures that are also words come after the text kinds would have matched: "BM" may begin a sentence.
  for (const [kind, offset, signature] of SIGNATURES) {
    if (head.startsWith(signature, offset)) return kind === 'bmp' ? bitmapOrText(head) : kind
  }
  if (head.startsWith('RIFF')) return riffKind(head)
  if (head.startsWith('ftyp', 4)) return isoMediaKind(head)
  return textKind(head)
}

const riffKind = (head: string): ContentKind =>
  head.startsWith('WEBP', 8)
    ? 'webp'
    : head.startsWith('WAVE', 8)
      ? 'audio'
      : head.startsWith('AVI', 8)
        ? 'video'
        : 'unknown'

/** ISO base media: the brands of the `ftyp` box distinguish AVIF, HEIC and video; major brand first. */
function isoMediaKind(head: string): ContentKind {
  const boxBytes =
    ((head.charCodeAt(0) << 24) | (head.charCodeAt(1) << 16) | (head.charCodeAt(2) << 8) | head.charCodeAt(3)) >>> 0
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= Math.min(boxBytes, head.length); at += 4) brands.push(head.slice(at, at + 4))
  for (const brand of brands) {
    if (brand === 'avif' || brand === 'avis') return 'avif'
    if (/^(hei[cxms]|hev[cxms])$/.test(brand)) return 'heic'
  }
  return brands.some((brand) => brand === 'mif1' || brand === 'msf1') ? 'heic' : 'video'
}

/** A BMP's bytes 6 to 9 are reserved and zero in every file seen; prose has letters there. */
const bitmapOrText = (head: string): ContentKind => (/^[\t\n\r\x20-\x7e]{16}/.test(head) ? 'text' : 'bmp')

function textKind(head: string): ContentKind {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return 'lfs_pointer'
  if (/^ply\r?\n/.test(text)) return 'ply'
  if (/^(#[^\n]*\n\s*)*(VERSION|FIELDS)\s/i.test(text) || /^#\s*\.PCD/i.test(text)) return 'pcd'
  if (/^P[1-7]\s/.test(text)) return 'pnm'
  // Comments go first: a pattern that repeats "comment or space" would take exponential time on a row of comments.
  const markup = text.startsWith('<') ? text.replace(/<!--[\s\S]*?-->/g, '').trimStart() : ''
  if (/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>/]/i.test(markup)) return 'svg'
  if (/^<(!doctype html|html|head|body|script)\b/i.test(markup)) return 'html'
  if (/^<([?!]|[a-z_])/i.test(text)) return 'xml'
  if (/^[{[]\s*(["{[\]}]|-?\d)/.test(text)) return 'json'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from binary
  return text.length > 0 && !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? 'text' : 'unknown'
}
