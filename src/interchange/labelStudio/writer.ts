import { isResultOf } from '../../formats/results/resultForm.ts'
import { IMAGE_GROUPS } from '../../formats/results/wireShapes.ts'
import type { Attribute, AttributeType } from '../../model/attribute.ts'
import type { Tag } from '../../model/tag.ts'
import type { Archive } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { attributesOfClass } from '../core/importedAttributes.ts'
import { JsonTable } from '../core/jsonTable.ts'
import type { Losses } from '../core/losses.ts'
import { StableIds } from '../core/stableIds.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords, type ResultShape, type WireAttributes } from '../records/flatRecords.ts'
import { relationRecords } from '../records/relationRecords.ts'
import { CONTROLS, IMAGE_ATTRIBUTE, IMAGE_NAME, labelConfig, OBJECT_ATTRIBUTE } from './config.ts'
import { RELATION } from './leftOut.ts'
import { regionsOf, type WrittenRegions } from './region.ts'

export const TASKS_FILE = 'tasks.json'

/** Tasks with one annotation each, and the configuration to create a project with. */
export const writeLabelStudio: Writer = async (set, archive, losses) => {
  const tasks = new JsonTable(archive)
  const ids = new StableIds()
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'image')) continue
    const id = ids.take(JSON.stringify([job.referenceId]))
    const data = await dataOf(job, set, archive, losses)
    tasks.add({
      id,
      data,
      annotations: [{ id, was_cancelled: false, ground_truth: false, result: resultOf(job, losses) }],
    })
    archive.note(TASKS_FILE, { job, frame: job.frames[0] })
    await tasks.flush()
  }
  await archive.add('config.xml', labelConfig(set))
  await archive.add(TASKS_FILE, tasks.content())
}

/** What the task is about: the image is the copy in the archive, or where it came from. */
async function dataOf(job: ExportJob, set: ExportSet, archive: Archive, losses: Losses): Promise<object> {
  const [frame] = job.frames
  const [file] = frame.files
  const fileName = `${job.name}.${imageEnding(file)}`
  const entry = `images/${job.split}/${fileName}`
  const isCopied = set.includeFiles && (await copyFile(archive, losses, entry, { job, frame, file }))
  return { image: isCopied ? entry : file.url, file_name: fileName, split: job.split }
}

interface WrittenRecord {
  record: ResultShape
  written: WrittenRegions
}

function resultOf(job: ExportJob, losses: Losses): object[] {
  if (!isResultOf(job.document, 'image')) return []
  const { image, image_attributes: ofImage = {} } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  const groups = IMAGE_GROUPS.map((): WrittenRecord[] => [])
  for (const record of imageRecords(job.document)) {
    const { type } = record.shape
    const written = regionsOf(record.shape, size)
    if (!written) dropRecord(losses, job, record)
    else {
      if (written.loss) losses.add(`${type}_${written.loss}`, job)
      groups[IMAGE_GROUPS.findIndex(({ kind }) => kind === written.readAs)].push({ record, written })
    }
  }
  const written = groups.flat()
  const head = { to_name: IMAGE_NAME, original_width: image.width, original_height: image.height, image_rotation: 0 }
  return [
    ...attributeResults(
      ofImage,
      job.tag.attributes,
      (name) => ({ id: `image:${name}`, prefix: IMAGE_ATTRIBUTE }),
      head,
    ),
    ...written.flatMap((one, index) => recordResults(one, index, job.tag, head)),
    ...relationResults(job, new Map(written.map((one, index) => [one.record.id, regionId(one, index, 0)]))),
  ]
}

/** The region of a record; key points have a region each, and the first one represents all. */
const regionId = ({ written }: WrittenRecord, index: number, place: number): string =>
  written.readAs === 'landmark' ? `r${index}p${place}` : `r${index}`

/** Relations between records that are written; those of others go with them. */
const relationResults = ({ document }: ExportJob, regions: ReadonlyMap<string, string>): object[] =>
  relationRecords(document).flatMap(({ from, name, to }) => {
    const [from_id, to_id] = [regions.get(from), regions.get(to)]
    return from_id && to_id ? [{ type: RELATION, from_id, to_id, direction: 'right', labels: [name] }] : []
  })

function recordResults(one: WrittenRecord, index: number, tag: Tag, head: object): object[] {
  const { record, written } = one
  const isPose = written.readAs === 'landmark'
  const regions = written.regions.map(({ type, value, meta }, place) => ({
    id: regionId(one, index, place),
    type,
    from_name: CONTROLS[type].name,
    ...head,
    value: { ...value, [type]: [record.label] },
    ...(meta && { meta }),
    ...(isPose && { parentID: `r${index}` }),
  }))
  const of = () => ({ id: regions[0].id, prefix: OBJECT_ATTRIBUTE })
  return [...regions, ...attributeResults(record.attributes, attributesOfClass(tag, record.label), of, head)]
}

function attributeResults(
  attributes: WireAttributes,
  known: readonly Attribute[],
  of: (name: string) => { id: string; prefix: string },
  head: object,
): object[] {
  const types = new Map(known.map(({ name, type }) => [name, type]))
  return Object.entries(attributes).map(([name, { value }]) => {
    const { id, prefix } = of(name)
    return { id, ...valueMember(value, types.get(name)), from_name: `${prefix}${name}`, ...head }
  })
}

/** The value as the attribute's control writes it. */
function valueMember(value: WireAttributes[string]['value'], type: AttributeType = 'text') {
  if (typeof value === 'number') return { type: 'number', value: { number: value } }
  if (Array.isArray(value)) return { type: 'choices', value: { choices: value } }
  const text = String(value)
  return type === 'text'
    ? { type: 'textarea', value: { text: [text] } }
    : { type: 'choices', value: { choices: [text] } }
}
