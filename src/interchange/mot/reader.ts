import { baseName } from '../core/entryNames.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readSentManifest } from '../core/sentManifest.ts'
import { type ReadTrack, submittedTracks } from '../records/submittedTracks.ts'
import { rectangleFrom } from '../shapes/fromPixels.ts'
import type { PixelSize } from '../shapes/rings.ts'

/** The classes of MOTChallenge, whose data sets do not list them: https://arxiv.org/abs/1603.00831, table 6. */
const CHALLENGE_CLASSES: readonly string[] = [
  'pedestrian',
  'person on vehicle',
  'car',
  'bicycle',
  'motorbike',
  'non motorized vehicle',
  'static person',
  'distractor',
  'occluder',
  'occluder on the ground',
  'occluder full',
  'reflection',
]

/** A sequence each `gt/gt.txt`. */
export const readMot: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /(^|\/)gt\/gt\.txt$/.test(name))
  const isEmptyExport = files.length === 0 && (await readSentManifest(archive, 'mot'))
  if (files.length === 0 && !isEmptyExport)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no gt/gt.txt')
  for (const file of files) yield await importedSequence(archive, file, request)
}

async function importedSequence(archive: SentArchive, file: string, request: ReadRequest): Promise<ImportedJob> {
  const folder = file.slice(0, -'gt/gt.txt'.length)
  const information = await informationOf(archive, `${folder}seqinfo.ini`)
  const classes = await classesOf(archive, `${folder}gt/labels.txt`)
  const tracks = tracksOf(file, await archive.readText(file), classes, request)
  const name = information.get('name') ?? baseName(folder.slice(0, -1))
  const imageFolder = `${folder}${information.get('imDir') ?? 'img1'}/`
  return {
    file,
    referenceId: null,
    fileNames: [...new Set([baseName(folder.slice(0, -1)), name])].filter((one) => one !== ''),
    labels: new Set(tracks.map(({ label }) => label)),
    sources: sourcesOf(archive, imageFolder, information),
    imageSize: sizeOf(information),
    build: async (target, rename) => submittedTracks(request, tracks, target, sizeOf(information), rename),
  }
}

async function informationOf(archive: SentArchive, name: string): Promise<Map<string, string>> {
  if (!archive.has(name)) return new Map()
  const lines = (await archive.readText(name)).split(/\r?\n/)
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
    }),
  )
}

async function classesOf(archive: SentArchive, name: string): Promise<readonly string[]> {
  if (!archive.has(name)) return CHALLENGE_CLASSES
  return (await archive.readText(name)).split(/\r?\n/).filter((line) => line !== '')
}

/** The images of the archive; where it holds labels alone, those that the sequence says it has. */
function sourcesOf({ names }: SentArchive, folder: string, information: ReadonlyMap<string, string>): string[] {
  const images = names.filter((one) => one.startsWith(folder)).sort()
  if (images.length > 0) return images
  const length = Number(information.get('seqLength'))
  const ending = information.get('imExt') ?? '.jpg'
  if (!(Number.isSafeInteger(length) && length > 0 && length <= MAX_FRAMES)) return []
  return Array.from({ length }, (_, index) => `${folder}${String(index + 1).padStart(6, '0')}${ending}`)
}

/** Limits a sequence that has only labels. */
const MAX_FRAMES = 100_000

function sizeOf(information: ReadonlyMap<string, string>): PixelSize | null {
  const [widthPx, heightPx] = [Number(information.get('imWidth')), Number(information.get('imHeight'))]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}

/** The columns of the 2015 challenge, whose rows end with a world position; its objects are pedestrians. */
const WORLD_COLUMNS = 10
const NOT_TOLD = -1
const hasWorld = (numbers: readonly number[]): boolean => numbers.length === WORLD_COLUMNS

/**
 * Tracks in the order of their numbers. Rows that the benchmark ignores (confidence 0) are not labels, and are
 * reported.
 */
function tracksOf(file: string, text: string, classes: readonly string[], request: ReadRequest): ReadTrack[] {
  const tracks = new Map<number, ReadTrack & { frames: ReadTrack['frames'][number][] }>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const place = { file, line: index + 1 }
    const numbers = line.split(',').map(Number)
    if (numbers.length < 6 || !numbers.every(Number.isFinite)) {
      request.fail({ ...place, type: numbers.length < 6 ? 'MISSING' : 'INVALID_TYPE' })
      continue
    }
    const [frame, id, left, top, width, height, confidence = 1] = numbers
    const [classId = 1, visibility = 1, ...more] = hasWorld(numbers) ? [] : numbers.slice(7)
    if (confidence === 0) {
      request.fail({ ...place, field: 'confidence', type: 'NOT_ALLOWED', lost: 'confidence 0' })
      continue
    }
    const label = classes[classId - 1]
    if (label === undefined) {
      request.fail({ ...place, field: 'class', type: 'UNKNOWN' })
      continue
    }
    const track = tracks.get(id) ?? { trackId: String(id), label, frames: [] }
    if (track.label !== label) request.fail({ ...place, field: 'class', type: 'NOT_ALLOWED', lost: 'class' })
    if (hasWorld(numbers) && numbers.slice(7).some((value) => value !== NOT_TOLD))
      request.fail({ ...place, field: 'x,y,z', type: 'NOT_ALLOWED', lost: 'x,y,z' })
    if (more.length > 0) request.fail({ ...place, field: 'column 10', type: 'NOT_ALLOWED', lost: 'column 10' })
    tracks.set(id, track)
    const box = { left: left - 1, top: top - 1, right: left - 1 + width, bottom: top - 1 + height }
    track.frames.push({
      frame: frame - 1,
      shape: (size) => rectangleFrom(box, size),
      hidden: visibility === 0,
      keyFrame: true,
      values: [
        ...(visibility > 0 && visibility < 1 ? [['visibility', visibility] as const] : []),
        ...(confidence !== 1 && confidence !== NOT_TOLD ? [['confidence', confidence] as const] : []),
      ],
      place,
    })
  }
  return [...tracks].sort(([a], [b]) => a - b).map(([, track]) => track)
}
