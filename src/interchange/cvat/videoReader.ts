import type { ImportedJob, Reader, ReadRequest, SentArchive } from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { type ReadTrack, type ReadTrackFrame, submittedTracks } from '../records/submittedTracks.ts'
import { childOf, childText, numberAttribute, readXml, type XmlElement } from '../xml/readXml.ts'
import { readAttributes } from './attributes.ts'
import { labelOf, xmlFiles } from './imageReader.ts'
import { isShapeElement, readCvatShape } from './readShape.ts'

/** Reads every XML file of the archive as CVAT for video 1.1, a video each. */
export const readCvatVideo: Reader = async function* (archive, request) {
  const manifest = await readSentManifest(archive, 'cvat_video')
  const isEmptyExport = manifest?.jobs.length === 0
  for (const file of isEmptyExport ? [] : xmlFiles(archive))
    yield await importedVideo(archive, file, readNames(manifest), request)
}

async function importedVideo(
  archive: SentArchive,
  file: string,
  classOf: (written: string) => string,
  request: ReadRequest,
): Promise<ImportedJob> {
  const tracks: ReadTrack[] = []
  const names = new Set<string>()
  const folder = file.split('/').at(-2)
  if (folder) names.add(folder)
  const elements = ['meta', 'track', 'image']
  for await (const found of readXml(archive, file, { root: 'annotations', elements })) {
    if (found.name === 'track') tracks.push(readTrack(file, found, classOf))
    else if (found.name === 'image') request.fail({ file, line: found.line, field: 'image', type: 'NOT_ALLOWED' })
    else for (const name of namesOf(found)) names.add(name)
  }
  const imageFolder = file.replace(/[^/]*$/, 'images/')
  return {
    file,
    referenceId: null,
    fileNames: [...names],
    labels: new Set(tracks.map(({ label }) => label)),
    sources: archive.names.filter((name) => name.startsWith(imageFolder)).sort(),
    build: async (target, rename) => submittedTracks(request, tracks, target, null, rename),
  }
}

/** Of the task and of the video that it was made of. */
function namesOf(meta: XmlElement): string[] {
  const task = childOf(meta, 'task') ?? meta
  const names = [childText(task, 'name'), childText(task, 'source'), childText(meta, 'source')]
  return names.flatMap((name) => (name ? [name] : []))
}

function readTrack(file: string, track: XmlElement, classOf: (written: string) => string): ReadTrack {
  const shapes = track.children.filter((shape) => isShapeElement(shape) && shape.attributes.get('outside') !== '1')
  return {
    trackId: track.attributes.get('id') ?? String(track.line),
    label: classOf(labelOf(track)),
    frames: shapes.map(
      (shape): ReadTrackFrame => ({
        frame: numberAttribute(shape, 'frame'),
        shape: (size) => readCvatShape(shape, size),
        hidden: shape.attributes.get('occluded') === '1',
        keyFrame: shape.attributes.get('keyframe') !== '0',
        values: readAttributes(shape),
        place: { file, line: shape.line, field: shape.name },
      }),
    ),
  }
}
