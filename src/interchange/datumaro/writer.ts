import { isResultOf } from '../../formats/results/resultForm.ts'
import { IMAGE_GROUPS } from '../../formats/results/wireShapes.ts'
import { plainAttributes } from '../coco/annotation.ts'
import { KeypointOrder } from '../coco/keypointOrder.ts'
import type { Piece, Spool } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { linesOf } from '../core/lines.ts'
import type { Losses } from '../core/losses.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords } from '../records/flatRecords.ts'
import { keypointName } from '../records/keypointName.ts'
import { type DatumaroShape, datumaroShape, type WaitingPoints } from './annotation.ts'

interface WaitingAnnotation {
  label_id: number
  waiting?: WaitingPoints
}

interface WaitingItem {
  annotations: WaitingAnnotation[]
}

/** Items wait on the disk until the key points of their classes are known, since the head of the file lists them. */
export const writeDatumaro: Writer = async (set, archive, losses) => {
  const splits = new Map(set.splits.map((split): [string, Spool] => [split, archive.spool()]))
  const order = new KeypointOrder(set, 0)
  for await (const job of set.jobs()) {
    const split = splits.get(job.split)
    if (!split) throw new RangeError(`no split is called ${job.split}`)
    if (!isResultOf(job.document, 'image')) continue
    const [frame] = job.frames
    const [file] = frame.files
    const fileName = `${job.name}.${imageEnding(file)}`
    const { image, image_attributes: values = {} } = job.document.data
    const annotations = [...annotationsOf(job, set, order, losses)]
    const item = {
      id: job.name,
      annotations,
      attr: plainAttributes(values),
      image: { path: fileName, size: [image.height, image.width] },
    }
    const isWaiting = annotations.some(({ waiting }) => waiting !== undefined)
    split.write(`${isWaiting ? WAITING : WHOLE}${JSON.stringify(item)}\n`)
    archive.note(`annotations/${job.split}.json`, { job, frame })
    await split.flush()
    if (set.includeFiles) await copyFile(archive, losses, `images/${job.split}/${fileName}`, { job, frame, file })
  }
  for (const [name, split] of splits) await archive.add(`annotations/${name}.json`, content(set, split, order))
}

/** Before each item: whether it has key points that wait for their order. */
const WAITING = '?'
const WHOLE = '!'

function* annotationsOf(
  job: ExportJob,
  { classes }: ExportSet,
  order: KeypointOrder,
  losses: Losses,
): Generator<WaitingAnnotation> {
  if (!isResultOf(job.document, 'image')) return
  const { image } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  const groups = IMAGE_GROUPS.map((): { shape: DatumaroShape; labelId: number }[] => [])
  for (const record of imageRecords(job.document)) {
    const { type } = record.shape
    const shape = datumaroShape(record, size, job.tag)
    if (!shape) {
      dropRecord(losses, job, record)
      continue
    }
    if (shape.form) losses.add(`${type}_as_${shape.form}`, job)
    const labelId = classes.of(record.label).index
    if (record.shape.type === 'landmark' && shape.points) {
      losses.add('keypoint_dropped', job, { count: record.shape.points.length - shape.points.length })
      order.note(labelId, shape.points)
    }
    groups[IMAGE_GROUPS.findIndex(({ kind }) => kind === shape.readAs)].push({ shape, labelId })
  }
  for (const [id, { shape, labelId }] of groups.flat().entries()) {
    const { type, attributes, geometry, points } = shape
    const annotation = { id, type, attributes, group: 0, label_id: labelId, ...geometry, z_order: 0 }
    yield points ? { ...annotation, waiting: points } : annotation
  }
}

async function* content(set: ExportSet, items: Spool, order: KeypointOrder): AsyncGenerator<Piece> {
  const categories = {
    label: {
      label_groups: [],
      labels: set.classes.list.map(({ name, tagClass }) => ({
        name,
        parent: '',
        attributes: tagClass.attributes.map((attribute) => attribute.name),
      })),
      attributes: [],
    },
    points: { items: pointItems(set, order) },
  }
  const head = { dm_format_version: '1.0', media_type: 2, infos: {}, categories }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let separator = ''
  for await (const line of linesOf(items.content())) {
    const item = line.startsWith(WHOLE) ? line.slice(1) : JSON.stringify(arranged(JSON.parse(line.slice(1)), order))
    yield `${separator}\n${item}`
    separator = ','
  }
  yield '\n]}\n'
}

function pointItems({ classes }: ExportSet, order: KeypointOrder): object[] {
  return classes.list.flatMap(({ index, tagClass: { skeleton } }) => {
    const labels = order.of(index)?.map((label) => keypointName(skeleton, label))
    return labels ? [{ label_id: index, labels, joints: skeleton?.edges ?? [], positions: [] }] : []
  })
}

/** Points in the order of their class; those that an object does not have are absent: visibility 0. */
const arranged = (item: WaitingItem, order: KeypointOrder): object => ({
  ...item,
  annotations: item.annotations.map(({ waiting, ...annotation }) => {
    if (!waiting) return annotation
    const byLabel = new Map(waiting.map(([label, x, y, visibility]) => [label, { x, y, visibility }]))
    const points = (order.of(annotation.label_id) ?? []).map((label) => byLabel.get(label) ?? ABSENT)
    return {
      ...annotation,
      points: points.flatMap(({ x, y }) => [x, y]),
      visibility: points.map(({ visibility }) => visibility),
    }
  }),
})

const ABSENT = { x: 0, y: 0, visibility: 0 } as const
