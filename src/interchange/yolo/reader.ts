import { notedValues } from '../core/importedAttributes.ts'
import type { ImportedJob, Reader, ReadRequest, SentArchive } from '../core/reader.ts'
import { sentKeypoints } from '../records/sentKeypoints.ts'
import { type ReadObject, type ReadPlace, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import { type YoloDescription, YoloDescriptions, type YoloEntry, yoloEntries } from './dataFolder.ts'
import { type ReadYoloLine, withoutConfidence, type YoloFormat } from './readLine.ts'

interface Line {
  classIndex: number
  label: string
  numbers: readonly number[]
  place: ReadPlace
}

interface YoloKind {
  format: YoloFormat
  readLine: ReadYoloLine
}

/** Reads a data set of Ultralytics' layout, or an older one with a list of class names. */
export function yoloReader(format: YoloFormat, readLine: ReadYoloLine): Reader {
  return async function* (archive, request) {
    const descriptions = await YoloDescriptions.read(archive)
    for (const entry of yoloEntries(archive.names, descriptions.lists)) {
      const description = descriptions.of(entry.labels ?? entry.image ?? '')
      yield await importedImage(archive, entry, description, request, { format, readLine })
    }
  }
}

async function importedImage(
  archive: SentArchive,
  { labels, image }: YoloEntry,
  description: YoloDescription,
  request: ReadRequest,
  kind: YoloKind,
): Promise<ImportedJob> {
  const file = labels ?? image ?? ''
  const lines = labels === null ? [] : linesOf(labels, await archive.readText(labels), description, request)
  return {
    file,
    referenceId: null,
    fileNames: image === null ? endsOf(file) : archive.has(image) ? [image] : [image, ...endsOf(file)],
    labels: new Set(lines.map(({ label }) => label)),
    sources: image === null ? [] : [image],
    async build(target, rename) {
      const size = sizeOfImage(target, null, { file }, request)
      const objects = lines.flatMap(({ classIndex, place, ...line }): ReadObject[] => {
        const label = rename(line.label)
        const { numbers, confidence } = withoutConfidence(kind.format, line.numbers, description)
        const labels = sentKeypoints(description.keypointNames.get(classIndex) ?? [], label, place, request)
        const { keypointShape } = description
        const shapes = kind.readLine(numbers, size, { keypointShape, labels, label, place, request })
        const values = notedValues(request.tag, label, confidence === null ? [] : [['confidence', confidence]])
        return (shapes.length > 0 ? shapes : [null]).map((shape) => ({ label, shape, values, place }))
      })
      return submittedImage(request, { objects, values: [], place: { file } }, size)
    },
  }
}

/** The name of a label file, and with folders, as far as they may be those of its image: `labels/train/a/1.txt` as `a/1.txt`. */
function endsOf(file: string): string[] {
  const parts = file.split('/')
  const ends = parts.map((_, i) => parts.slice(i).join('/')).reverse()
  return ends.slice(0, Math.max(1, parts.length - 1))
}

function linesOf(file: string, text: string, { names }: YoloDescription, request: ReadRequest): Line[] {
  const lines: Line[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const place = { file, line: index + 1 }
    const [classIndex, ...numbers] = line.trim().split(/\s+/).map(Number)
    const label = names.get(classIndex)
    if (![classIndex, ...numbers].every(Number.isFinite)) request.fail({ ...place, type: 'INVALID_TYPE' })
    else if (label === undefined) request.fail({ ...place, field: 'class', type: 'UNKNOWN' })
    else lines.push({ classIndex, label, numbers, place })
  }
  return lines
}
