import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { splitInstance } from '../../model/tag.ts'
import { ImportError, type ImportedJob, type Reader, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { readSentManifest } from '../core/sentManifest.ts'
import { stemOf } from '../core/targetFrames.ts'
import { readPcdLabels } from '../pcd/labels.ts'
import { legendData, SentLegend } from '../segmentation/importLabels.ts'

const SentResult = Type.Object({
  type: Type.String(),
  reference_id: Type.Optional(Type.String()),
  data: Type.Record(Type.String(), Type.Unknown()),
})
type SentResult = Static<typeof SentResult>
const checkResult = schemaCheck(SentResult)
const checkLegend = schemaCheck(SentLegend)

/** Reads every JSON file that is a result document; `data` is submitted as it was delivered. */
export const readFiducial: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  const manifest = await readSentManifest(archive, 'fiducial')
  let found = 0
  for (const file of files) {
    try {
      const result = await readJson(archive, file, checkResult)
      if (result.type === request.tag.annotationType)
        yield importedResult(archive, file, result, rulesOf(request.tag.annotationType).hasLabels)
      else request.fail({ file, field: 'type', type: 'NOT_ALLOWED' })
      found++
    } catch (error) {
      if (!(error instanceof ImportError) || files.length === 1) throw error
      request.fail(error.failure)
    }
  }
  if (found === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'no JSON file is a result document')
}

function importedResult(
  archive: SentArchive,
  file: string,
  { reference_id, data }: SentResult,
  isOfPoints: boolean,
): ImportedJob {
  return {
    file,
    referenceId: reference_id ?? null,
    fileNames: [stemOf(file)],
    labels: labelsOf(data, isOfPoints),
    sources: [],
    async build(_target, rename) {
      return isOfPoints ? segmentation(archive, file, data, rename) : renamed(data, rename)
    },
  }
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The lists of a document whose entries carry a label; whether they are well made is checked where they are submitted. */
function labelledLists(data: Json): { holder: string; lists: [string, Json[]][] }[] {
  return ['annotations', 'annotation_data'].flatMap((holder) => {
    const groups = data[holder]
    if (!isObject(groups)) return []
    return [{ holder, lists: Object.entries(groups).map(([name, list]): [string, Json[]] => [name, objectsIn(list)]) }]
  })
}

function labelsOf(data: Json, isOfPoints: boolean): Set<string> {
  if (isOfPoints)
    return new Set(
      objectsIn(data.legend).flatMap(({ label_key, value }) =>
        typeof value === 'string' && label_key !== 0 ? [splitInstance(value).className] : [],
      ),
    )
  const entries = labelledLists(data).flatMap(({ lists }) => lists.flatMap(([, list]) => list))
  return new Set(entries.flatMap(({ label }) => (typeof label === 'string' ? [label] : [])))
}

/** The same document with the labels that the request gives; what it leaves out is not there any more. */
function renamed(data: Json, rename: (label: string) => string | null): Json {
  const labelled = labelledLists(data).map(({ holder, lists }) => {
    const changed = lists.map(([name, list]) => [name, list.flatMap((entry) => withLabel(entry, rename))])
    return [holder, Object.fromEntries(changed)]
  })
  return { ...data, ...Object.fromEntries(labelled) }
}

function withLabel(entry: Json, rename: (label: string) => string | null): Json[] {
  if (typeof entry.label !== 'string') return [entry]
  const label = rename(entry.label)
  if (label === null) return []
  if (label === entry.label) return [entry]
  // The frames of a track of a video repeat its label.
  const { frames } = entry
  const inFrames = isObject(frames)
    ? Object.fromEntries(
        Object.entries(frames).map(([id, record]) => [id, isObject(record) ? { ...record, label } : record]),
      )
    : null
  return [{ ...entry, label, ...(inFrames && { frames: inFrames }) }]
}

async function segmentation(
  archive: SentArchive,
  file: string,
  data: Json,
  rename: (label: string) => string | null,
): Promise<object> {
  const cloud = file.replace(/\.json$/i, '.pcd')
  if (!checkLegend.accepts(data.legend))
    throw new ImportError({ file, field: 'data.legend', type: 'INVALID_VALUE' }, `${file} has no legend`)
  const words = await readPcdLabels(archive, cloud)
  const { job_attributes } = data
  return { ...legendData(data.legend, words, rename), ...(job_attributes !== undefined && { job_attributes }) }
}
