import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { plainNumber } from '../core/plainNumber.ts'
import { imageRecords, type ResultShape } from '../records/flatRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { dataYaml } from './dataYaml.ts'
import type { YoloLine } from './line.ts'

/** Writes a data set of Ultralytics' layout: a text file an image, a line an object. */
export function yoloWriter(lineOf: (record: ResultShape, size: PixelSize) => YoloLine): Writer {
  return async (set, archive, losses) => {
    for await (const job of set.jobs()) {
      const [frame] = job.frames
      const [file] = frame.files
      const lines = [...linesOf(job, losses, lineOf, (label) => set.classes.of(label).index)]
      await archive.add(`labels/${job.split}/${job.name}.txt`, lines.join(''), { job, frame })
      if (!set.includeFiles) continue
      await copyFile(archive, losses, `images/${job.split}/${job.name}.${imageEnding(file)}`, { job, frame, file })
    }
    await archive.add('data.yaml', dataYaml(set))
  }
}

function* linesOf(
  job: ExportJob,
  losses: Losses,
  lineOf: (record: ResultShape, size: PixelSize) => YoloLine,
  indexOf: (label: string) => number,
): Generator<string> {
  if (job.document.type !== 'image2d') return
  const { image } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  const later: string[] = []
  for (const record of imageRecords(job.document)) {
    const { numbers, loss, comesLater } = lineOf(record, size)
    if (loss) losses.add(loss, job)
    losses.add('attribute_dropped', job, { count: valueCount(record.attributes) })
    if (!numbers) continue
    const line = `${indexOf(record.label)} ${numbers.map(plainNumber).join(' ')}\n`
    if (comesLater) later.push(line)
    else yield line
  }
  yield* later
}
