const PREFIXES: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'text with a byte order mark'],
  [[0xff, 0xfe], 'UTF-16 text'],
  [[0xfe, 0xff], 'UTF-16 text'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
]

const BEGINNINGS: [RegExp, string][] = [
  [/^%PDF/, 'a PDF document'],
  [/^LASF/, 'a LAS point cloud'],
  [/^ply\s/, 'a PLY file'],
  [/^version https:\/\/git-lfs/, 'a git-lfs pointer (the file itself was not fetched)'],
  [/^\s*<(!doctype html|html)/i, 'an HTML page'],
  [/^\s*<(\?xml|error)/i, 'an XML document'],
  [/^\s*[{[]/, 'a JSON document'],
]

/** What a file that is surely no PCD is, by its first 64 bytes; people send the login page of their file server. */
export function fileSignature(bytes: Uint8Array): string | undefined {
  const prefix = PREFIXES.find(([start]) => start.every((byte, place) => bytes[place] === byte))
  if (prefix !== undefined) return prefix[1]
  const head = Array.from(bytes.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  return BEGINNINGS.find(([pattern]) => pattern.test(head))?.[1]
}
