import type { FileName, ImageFile, JobContent } from '../../formats/workbench/job.ts'

/** Enough to step on while more is loaded. */
const VIDEO_FRAMES = 8
/** The sharpness of a whole image in a window. */
const TILES_UP_TO_PX = 2_048
const MAX_BYTES = 128 * 1024 * 1024

/** The files that a job shows first, in order, limited to what a guess may take of a cache. */
export function firstFilesOf(content: JobContent): FileName[] {
  const first = content.frames.slice(0, content.kind === 'video' ? VIDEO_FRAMES : 1)
  const sized = first.flatMap((frame) => {
    if ('image' in frame) return filesOfImage(frame.image)
    const clouds = frame.sensors.flatMap(({ cloud }) => cloud ?? [])
    return [...clouds, ...frame.sensors.flatMap(({ image }) => (image ? filesOfImage(image) : []))]
  })
  let bytes = 0
  return sized.flatMap((one) => {
    bytes += one.bytes
    return bytes <= MAX_BYTES ? [one.file] : []
  })
}

/** Tiles are small, and their exact size is unknown. */
function filesOfImage({ file, bytes, pyramid }: ImageFile): { file: FileName; bytes: number }[] {
  if (file !== null) return [{ file, bytes }]
  if (!pyramid) return []
  const levels = pyramid.levels.filter(({ level, width }) => level === 0 || width <= TILES_UP_TO_PX)
  const shown = new Set(levels.map(({ level }) => String(level)))
  return Object.entries(pyramid.tiles)
    .filter(([key]) => shown.has(key.slice(0, key.indexOf('/'))))
    .map(([, tile]) => ({ file: tile, bytes: 0 }))
}
