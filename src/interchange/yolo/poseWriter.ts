import { isResultOf } from '../../formats/results/resultForm.ts'
import type { Landmark } from '../../model/document/shape.ts'
import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { linesOf } from '../core/lines.ts'
import type { Losses } from '../core/losses.ts'
import { plainNumber } from '../core/plainNumber.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords } from '../records/flatRecords.ts'
import { keypointName } from '../records/keypointName.ts'
import { boundsOf, type PixelSize, toPixels } from '../shapes/rings.ts'
import { dataYaml } from './dataYaml.ts'
import { boxShares, shareOfPx } from './line.ts'

/** A person as it waits until it is known which key points there are. */
interface WaitingPose {
  classIndex: number
  box: readonly number[]
  /** By label: x, y and 2 for visible, 1 for not visible. */
  points: readonly (readonly [label: number, x: number, y: number, v: 1 | 2])[]
}

interface WaitingImage {
  entry: string
  poses: readonly WaitingPose[]
}

/** Writes the key points of all classes in one order, since Ultralytics has one number of them for the data set. */
export const writeYoloPose: Writer = async (set, archive, losses) => {
  const images = archive.spool()
  const labels = new Set(
    set.classes.list.flatMap(({ tagClass }) => tagClass.skeleton?.points.map((_, i) => i + 1) ?? []),
  )
  for await (const job of set.jobs()) {
    const [frame] = job.frames
    const [file] = frame.files
    const entry = `labels/${job.split}/${job.name}.txt`
    const poses = [...posesOf(job, set, losses)]
    for (const { points } of poses) for (const [label] of points) labels.add(label)
    images.write(`${JSON.stringify({ entry, poses } satisfies WaitingImage)}\n`)
    await images.flush()
    archive.note(entry, { job, frame })
    if (set.includeFiles)
      await copyFile(archive, losses, `images/${job.split}/${job.name}.${imageEnding(file)}`, { job, frame, file })
  }
  const order = [...labels].sort((a, b) => a - b)
  await writeImages(archive, images, order)
  await archive.add('data.yaml', dataYaml(set, keypointLines(set, order)))
}

function* posesOf(job: ExportJob, set: ExportSet, losses: Losses): Generator<WaitingPose> {
  if (!isResultOf(job.document, 'image')) return
  const { image } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  for (const record of imageRecords(job.document)) {
    const { shape, label, attributes } = record
    if (shape.type !== 'landmark') {
      dropRecord(losses, job, record)
      continue
    }
    const pose = poseOf(shape, size)
    losses.add('attribute_dropped', job, { count: valueCount(attributes) })
    losses.add('keypoint_dropped', job, { count: shape.points.length - pose.points.length })
    yield { classIndex: set.classes.of(label).index, ...pose }
  }
}

/** One point per label: a second one of the same label is lost. The box is the one around the points. */
function poseOf({ points }: Landmark, size: PixelSize): Omit<WaitingPose, 'classIndex'> {
  const byLabel = new Map<number, WaitingPose['points'][number]>()
  const pixels = []
  for (const point of points) {
    if (byLabel.has(point.label)) continue
    const pixel = toPixels(point, size)
    pixels.push(pixel)
    const [x, y] = [shareOfPx(pixel.x, size.widthPx), shareOfPx(pixel.y, size.heightPx)]
    byLabel.set(point.label, [point.label, x, y, point.visible ? 2 : 1])
  }
  return { box: boxShares(boundsOf(pixels), size), points: [...byLabel.values()] }
}

async function writeImages(archive: Archive, images: Spool, order: readonly number[]): Promise<void> {
  for await (const line of linesOf(images.content())) {
    const { entry, poses }: WaitingImage = JSON.parse(line)
    const lines = poses.map(({ classIndex, box, points }) => {
      const byLabel = new Map(points.map(([label, ...rest]) => [label, rest]))
      const numbers = [...box, ...order.flatMap((label) => byLabel.get(label) ?? [0, 0, 0])]
      return `${classIndex} ${numbers.map(plainNumber).join(' ')}\n`
    })
    await archive.add(entry, lines.join(''))
  }
}

/** Which points swap sides in a mirror is not known here: without `flip_idx` Ultralytics does not mirror. */
function keypointLines({ classes, options }: ExportSet, order: readonly number[]): string[] {
  const flip = options.flip_idx
  if (Array.isArray(flip) && flip.length !== order.length)
    throw new ExportError(
      'FLIP_INDEX_LENGTH',
      `flip_idx names ${flip.length} key points, the data set has ${order.length}`,
    )
  return [
    `kpt_shape: [${order.length}, 3]`,
    ...(Array.isArray(flip) ? [`flip_idx: ${JSON.stringify(flip)}`] : []),
    'kpt_names:',
    ...classes.list.map(({ index, tagClass: { skeleton } }) => {
      return `  ${index}: ${JSON.stringify(order.map((label) => keypointName(skeleton, label)))}`
    }),
  ]
}
