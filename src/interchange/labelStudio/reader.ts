import type { JsonList } from '../../json/jsonOutline.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { Tag } from '../../model/tag.ts'
import { attributesOfClass, notedValues } from '../core/importedAttributes.ts'
import { firstEntry, type JsonEntry, jsonEntries } from '../core/jsonEntries.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest } from '../core/reader.ts'
import { readJsonOutline } from '../core/readJson.ts'
import { hasRelation, type RelationRecord, relationsByObject } from '../records/relationRecords.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { IMAGE_ATTRIBUTE, OBJECT_ATTRIBUTE } from './config.ts'
import { notesOfAnswer, notesOfRegion, RELATION, reportLeftOut } from './leftOut.ts'
import { taskOfMinimal } from './minimal.ts'
import { isKeypoint, isRegion, labelOfRegion, readKeypoints, readRegion } from './readRegion.ts'
import { checkMinimal, checkTask, isMinimal, type LabelResult, type LabelTask } from './tasks.ts'

/** Every JSON file with tasks, as Label Studio exports them ("JSON" and "JSON-MIN"). */
export const readLabelStudio: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  if (files.length === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no JSON file with tasks')
  for (const file of files) {
    const tasks = (await readJsonOutline(archive, file)).wholeList()
    if (!tasks) throw new ImportError({ file, field: '', type: 'NOT_THIS_FORMAT' }, `${file} is no list of tasks`)
    for (const task of tasksOf(tasks, file, request)) yield importedTask(file, task.index, task.value, request)
  }
}

function* tasksOf(tasks: JsonList, file: string, { fail }: ReadRequest): Generator<JsonEntry<LabelTask>> {
  const place = { name: file, field: '' }
  try {
    if (isMinimal(firstEntry(tasks, file)))
      for (const { value, index } of jsonEntries(tasks, place, checkMinimal, fail))
        yield { value: taskOfMinimal(value, imageOf), index }
    else yield* jsonEntries(tasks, place, checkTask, fail)
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

function importedTask(file: string, index: number, task: LabelTask, request: ReadRequest): ImportedJob {
  const answer = answerOf(task)
  const results = answer?.result ?? []
  const objects = objectsOf(results)
  const image = imageOf(task.data)
  const field = `[${index}]`
  const { file_name: fileName } = task.data
  return {
    file,
    referenceId: null,
    fileNames: [...new Set([typeof fileName === 'string' ? fileName : image, image].filter((name) => name !== ''))],
    labels: new Set(objects.map(({ label }) => label)),
    sources: [image],
    imageSize: sizeOf(results),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(results), { file, field }, request)
      const valuesById = attributeResults(results)
      reportLeftOut(task, results, { file, field }, request)
      const { relations, left } = readRelations(results, request.tag, objectIds(objects))
      const related = relationsByObject(relations)
      const inRelations = new Set(relations.flatMap(({ from, to }) => [from, to]))
      for (let i = 0; i < left; i++)
        request.fail({ file, field: `${field} ${RELATION}`, type: 'NOT_ALLOWED', lost: RELATION })
      const read = objects.map((object): ReadObject => {
        const label = rename(object.label)
        const known = label === null ? [] : attributesOfClass(request.tag, label)
        const given = object.results.flatMap(({ id = '' }) => valuesById.get(id) ?? [])
        const id = object.results[0].id ?? ''
        return {
          label,
          ...(inRelations.has(id) && { id, relations: related.get(id) }),
          shape: isKeypoint(object.results[0])
            ? readKeypoints(object.results, size)
            : readRegion(object.results[0], size),
          values: [
            ...given.map((result) => namedValue(result, OBJECT_ATTRIBUTE, known)),
            ...notedValues(request.tag, label, object.results.flatMap(notesOfRegion)),
          ],
          place: { file, field: `${field} region ${object.results[0].id ?? ''}` },
        }
      })
      const ofImage = imageResults(results).map((result) => namedValue(result, IMAGE_ATTRIBUTE, request.tag.attributes))
      const values = [...ofImage, ...notesOfAnswer(answer ?? {})]
      return submittedImage(request, { objects: read, values, place: { file, field } }, size)
    },
  }
}

/** The first annotation that was not skipped, otherwise the first prediction. */
const answerOf = ({ annotations = [], predictions = [] }: LabelTask) =>
  annotations.find((one) => !one.was_cancelled) ?? predictions.find((one) => typeof one === 'object')

/** The first region of each object by those of all its regions. */
const objectIds = (objects: readonly TaskObject[]): ReadonlyMap<string, string> =>
  new Map(objects.flatMap(({ results }) => results.map(({ id = '' }): [string, string] => [id, results[0].id ?? ''])))

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

/** Results about the image itself, not about a region. */
function imageResults(results: readonly LabelResult[]): LabelResult[] {
  const regions = new Set(results.filter(isRegion).map(({ id }) => id))
  const isOfRegion = ({ id, from_name: from = '' }: LabelResult) => !from.startsWith(IMAGE_ATTRIBUTE) && regions.has(id)
  return results.filter((result) => !isRegion(result) && result.type !== RELATION && !isOfRegion(result))
}

/** Values of attributes by their region. */
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

/** The address or path of the image: the member called `image`, otherwise the first text that looks like one. */
function imageOf(data: LabelTask['data']): string {
  const texts = [data.image, ...Object.values(data)].filter((value) => typeof value === 'string')
  const found = typeof data.image === 'string' ? data.image : texts.find((text) => /\.\w{3,4}(\?|$)/.test(text))
  const [path, query] = (found ?? '').split('?', 2)
  // Files of a local storage are named by a parameter.
  const local = path.endsWith('/data/local-files/') ? new URLSearchParams(query).get('d') : null
  return local ?? path
}

function sizeOf(results: readonly LabelResult[]): PixelSize | null {
  for (const { original_width: widthPx = 0, original_height: heightPx = 0 } of results)
    if (widthPx > 0 && heightPx > 0) return { widthPx, heightPx }
  return null
}

/** Relations between regions that the tag has, and how many others there are. */
function readRelations(
  results: readonly LabelResult[],
  tag: Tag,
  objectOf: ReadonlyMap<string, string>,
): { relations: RelationRecord[]; left: number } {
  const sent = results.filter(({ type }) => type === RELATION)
  const found = sent.map((result) => relationsOf(result, tag, objectOf))
  return { relations: found.flat(), left: found.filter((list) => list.length === 0).length }
}

/** One relation per label; both directions if the region has both. Without labels it has no name. */
function relationsOf(
  { from_id: fromId = '', to_id: toId = '', direction, labels }: LabelResult,
  tag: Tag,
  objectOf: ReadonlyMap<string, string>,
): RelationRecord[] {
  const [from, to] = [objectOf.get(fromId), objectOf.get(toId)]
  const names = Array.isArray(labels) ? labels.filter((one) => typeof one === 'string' && hasRelation(tag, one)) : []
  if (!from || !to || !Array.isArray(labels) || names.length < labels.length) return []
  return names.flatMap((name) => [
    ...(direction === 'left' ? [] : [{ from, name, to }]),
    ...(direction === 'left' || direction === 'bi' ? [{ from: to, name, to: from }] : []),
  ])
}
