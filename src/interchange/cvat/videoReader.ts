import type { ImportedJob, Reader, ReadRequest, SentArchive } from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { sentKeypoints } from '../records/sentKeypoints.ts'
import { type ReadTrack, type ReadTrackFrame, submittedTracks } from '../records/submittedTracks.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { childOf, childText, numberAttribute, readXml, type XmlElement } from '../xml/readXml.ts'
import { readAttributes } from './attributes.ts'
import { labelOf, xmlFiles } from './imageReader.ts'
import { type CvatOrigin, notesOf, reportInside } from './notes.ts'
import { isShapeElement, pointNames, readCvatShape } from './readShape.ts'

/** Reads every XML file of the archive as CVAT for video 1.1, a video each. */
export const readCvatVideo: Reader = async function* (archive, request) {
  const manifest = await readSentManifest(archive, 'cvat_video')
  const isEmptyExport = manifest?.jobs.length === 0
  for (const file of isEmptyExport ? [] : xmlFiles(archive))
    yield await importedVideo(archive, { file, isOwn: manifest !== null, classOf: readNames(manifest) }, request)
}

async function importedVideo(archive: SentArchive, origin: CvatOrigin, request: ReadRequest): Promise<ImportedJob> {
  const { file } = origin
  const tracks: ReadTrack[] = []
  const names = new Set<string>()
  const folder = file.split('/').at(-2)
  if (folder) names.add(folder)
  const elements = ['meta', 'track', 'image']
  let task: XmlElement | null = null
  for await (const found of readXml(archive, file, { root: 'annotations', elements })) {
    if (found.name === 'track') tracks.push(readTrack(found, origin, request))
    else if (found.name === 'image') request.fail({ file, line: found.line, field: 'image', type: 'NOT_ALLOWED' })
    else {
      task = taskOf(found)
      for (const name of namesOf(found)) names.add(name)
    }
  }
  const imageFolder = file.replace(/[^/]*$/, 'images/')
  return {
    file,
    referenceId: null,
    fileNames: [...names],
    labels: new Set(tracks.map(({ label }) => label)),
    sources: sourcesOf(archive, imageFolder, task),
    imageSize: task && sizeOf(task),
    build: async (target, rename) => submittedTracks(request, tracks, target, null, rename),
  }
}

/** The images of the archive; where it holds labels alone, a name for each frame that the task says it has. */
function sourcesOf({ names }: SentArchive, folder: string, task: XmlElement | null): string[] {
  const images = names.filter((name) => name.startsWith(folder)).sort()
  const length = Number(task && childText(task, 'size'))
  if (images.length > 0 || !(Number.isSafeInteger(length) && length <= MAX_FRAMES)) return images
  return Array.from({ length }, (_, index) => `${folder}frame_${String(index).padStart(6, '0')}.jpg`)
}

/** Limits a video that has only labels. */
const MAX_FRAMES = 100_000

function sizeOf(task: XmlElement): PixelSize | null {
  const given = childOf(task, 'original_size')
  const [widthPx, heightPx] = [Number(given && childText(given, 'width')), Number(given && childText(given, 'height'))]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}

/** The size of the task or of its video. */
/** The export of a single job has `job` instead of `task`. */
const taskOf = (meta: XmlElement): XmlElement => childOf(meta, 'task') ?? childOf(meta, 'job') ?? meta

function namesOf(meta: XmlElement): string[] {
  const task = taskOf(meta)
  const names = [childText(task, 'name'), childText(task, 'source'), childText(meta, 'source')]
  return names.flatMap((name) => (name ? [name] : []))
}

function readTrack(track: XmlElement, origin: CvatOrigin, request: ReadRequest): ReadTrack {
  const { file, classOf } = origin
  for (const { name, line } of track.children.filter((child) => !isShapeElement(child)))
    request.fail({ file, line, field: `track.${name}`, type: 'NOT_ALLOWED', lost: name })
  const shapes = track.children.filter((shape) => isShapeElement(shape) && shape.attributes.get('outside') !== '1')
  return {
    trackId: track.attributes.get('id') ?? String(track.line),
    label: classOf(labelOf(track)),
    frames: shapes.map((shape, index): ReadTrackFrame => {
      reportInside(shape, request, origin)
      const place = { file, line: shape.line, field: shape.name }
      const notes = notesOf(shape, origin).filter(([name]) => name !== 'occluded')
      return {
        frame: numberAttribute(shape, 'frame'),
        shape: (size, label) => readCvatShape(shape, size, sentKeypoints(pointNames(shape), label, place, request)),
        hidden: shape.attributes.get('occluded') === '1',
        keyFrame: shape.attributes.get('keyframe') !== '0',
        values: readAttributes(shape),
        // Those of the track are reported once.
        noted: index === 0 ? [...notesOf(track, origin), ...notes] : notes,
        place,
      }
    }),
  }
}
