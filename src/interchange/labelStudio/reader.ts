import type { Attribute } from '../../model/attribute.ts'
import { attributesOfClass } from '../core/importedAttributes.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { IMAGE_ATTRIBUTE, OBJECT_ATTRIBUTE } from './config.ts'
import { isKeypoint, isRegion, labelOfRegion, readKeypoints, readRegion } from './readRegion.ts'
import { checkTasks, type LabelResult, type LabelTask } from './tasks.ts'

/** Every JSON file with tasks, as Label Studio exports them ("JSON"). */
export const readLabelStudio: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  if (files.length === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no JSON file with tasks')
  for (const file of files) {
    const tasks = await tasksOf(archive, file)
    for (const [index, task] of tasks.entries()) yield importedTask(archive, file, index, task, request)
  }
}

async function tasksOf(archive: SentArchive, file: string): Promise<readonly LabelTask[]> {
  try {
    return await readJson(archive, file, checkTasks)
  } catch (error) {
    if (!(error instanceof ImportError) || error.failure.type === 'ENCODING') throw error
    throw new ImportError({ ...error.failure, type: 'NOT_THIS_FORMAT' }, error.message)
  }
}

/** Regions that make one object: one region, or the key points of one parent. */
interface TaskObject {
  label: string
  results: readonly LabelResult[]
}

function importedTask(
  archive: SentArchive,
  file: string,
  index: number,
  task: LabelTask,
  request: ReadRequest,
): ImportedJob {
  const results = resultsOf(task)
  const objects = objectsOf(results)
  const image = imageOf(task)
  const field = `[${index}]`
  const { file_name: fileName } = task.data
  return {
    file,
    referenceId: null,
    fileNames: [...new Set([typeof fileName === 'string' ? fileName : image, image].filter((name) => name !== ''))],
    labels: new Set(objects.map(({ label }) => label)),
    sources: [archive.names.find((name) => name === image) ?? image],
    imageSize: sizeOf(results),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(results), { file, field })
      const valuesById = attributeResults(results)
      const read = objects.map((object): ReadObject => {
        const label = rename(object.label)
        const known = label === null ? [] : attributesOfClass(request.tag, label)
        const given = object.results.flatMap(({ id = '' }) => valuesById.get(id) ?? [])
        return {
          label: object.label,
          shape: isKeypoint(object.results[0])
            ? readKeypoints(object.results, size)
            : readRegion(object.results[0], size),
          values: given.map((result) => namedValue(result, OBJECT_ATTRIBUTE, known)),
          place: { file, field: `${field} region ${object.results[0].id ?? ''}` },
        }
      })
      const ofImage = results
        .filter(({ from_name = '' }) => from_name.startsWith(IMAGE_ATTRIBUTE))
        .map((result) => namedValue(result, IMAGE_ATTRIBUTE, request.tag.attributes))
      return submittedImage(request, { objects: read, values: ofImage, place: { file, field } }, size, rename)
    },
  }
}

/** Of the first annotation that was not skipped, else of the first prediction. */
function resultsOf({ annotations = [], predictions = [] }: LabelTask): readonly LabelResult[] {
  const annotation = annotations.find((one) => !one.was_cancelled) ?? predictions[0]
  return annotation?.result ?? []
}

function objectsOf(results: readonly LabelResult[]): TaskObject[] {
  const objects: TaskObject[] = []
  const poses = new Map<string, LabelResult[]>()
  for (const result of results.filter(isRegion)) {
    const parent = isKeypoint(result) ? result.parentID : null
    const pose = parent ? poses.get(parent) : undefined
    if (pose) {
      pose.push(result)
      continue
    }
    const own = [result]
    if (parent) poses.set(parent, own)
    objects.push({ label: labelOfRegion(result), results: own })
  }
  return objects
}

/** Values of attributes by the region that they stand at. */
function attributeResults(results: readonly LabelResult[]): ReadonlyMap<string, LabelResult[]> {
  const byId = new Map<string, LabelResult[]>()
  for (const result of results) {
    const { id, from_name: from = '' } = result
    if (id === undefined || isRegion(result) || from.startsWith(IMAGE_ATTRIBUTE)) continue
    byId.set(id, [...(byId.get(id) ?? []), result])
  }
  return byId
}

/** Name and value; a single choice is a text unless the attribute takes several. */
function namedValue(
  { from_name: from = '', value = {} }: LabelResult,
  prefix: string,
  known: readonly Attribute[],
): readonly [string, unknown] {
  const name = from.startsWith(prefix) ? from.slice(prefix.length) : from
  const list = value.choices ?? value.text ?? value.taxonomy
  const isList = known.find((attribute) => attribute.name === name)?.type === 'multiselect'
  if (Array.isArray(list)) return [name, isList || list.length !== 1 ? list : list[0]]
  return [name, value.number ?? value.rating ?? list]
}

/** The address or path of the image: the member called `image`, else the first text that looks like one. */
function imageOf({ data }: LabelTask): string {
  const texts = [data.image, ...Object.values(data)].filter((value) => typeof value === 'string')
  const found = typeof data.image === 'string' ? data.image : texts.find((text) => /\.\w{3,4}(\?|$)/.test(text))
  return (found ?? '').split('?', 1)[0]
}

function sizeOf(results: readonly LabelResult[]): PixelSize | null {
  for (const { original_width: widthPx = 0, original_height: heightPx = 0 } of results)
    if (widthPx > 0 && heightPx > 0) return { widthPx, heightPx }
  return null
}
