import type { ExportFile } from './exportSet.ts'

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
}

/** The extension of an image: by its content, otherwise by its address, otherwise jpg. */
export function imageEnding({ mediaType, url }: ExportFile): string {
  const known = mediaType && ENDINGS[mediaType]
  if (known) return known
  const named = /\.(jpe?g|png|webp|gif|avif|tiff?)$/i.exec(url.split(/[?#]/, 1)[0])
  return named ? named[1].toLowerCase() : 'jpg'
}
