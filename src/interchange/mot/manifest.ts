import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Format, Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { videoTracks } from '../records/flatRecords.ts'
import { boxAround } from '../shapes/box.ts'
import { roundPx } from '../shapes/rings.ts'
import { BOX_FORMAT_LOSSES } from '../shapes/shapeLosses.ts'
import { readMot } from './reader.ts'

/** For frames without times. */
const ASSUMED_FRAMES_A_SECOND = 10

/** A folder a video. Frames and pixels are counted from 1. */
const writeMot: Writer = async (set, archive, losses) => {
  const labels = `${set.classes.list.map(({ name }) => name).join('\n')}\n`
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'video')) continue
    losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
    await archive.add(`${job.name}/seqinfo.ini`, sequenceInfo(job, losses), { job })
    await archive.add(`${job.name}/gt/labels.txt`, labels, { job })
    const rows = rowsOf(job, losses, (label) => set.classes.of(label).index + 1)
    await archive.add(`${job.name}/gt/gt.txt`, rows.join(''), { job })
    for (const [index, frame] of job.frames.entries()) {
      archive.note(`${job.name}/gt/gt.txt`, { job, frame })
      const [file] = frame.files
      const name = `${job.name}/img1/${String(index + 1).padStart(6, '0')}.${imageEnding(file)}`
      if (set.includeFiles) await copyFile(archive, losses, name, { job, frame, file })
    }
  }
}

function rowsOf(job: ExportJob, losses: Losses, classOf: (label: string) => number): string[] {
  if (!isResultOf(job.document, 'video')) return []
  const frames = new Map(job.frames.map((frame, index) => [frame.frameId, { number: index + 1, file: frame.files[0] }]))
  const rows: { frame: number; track: number; text: string }[] = []
  let track = 0
  for (const { trackId, label, attributes, records } of videoTracks(job.document)) {
    const first = rows.length
    for (const record of records.values()) {
      const frame = frames.get(record.frameId)
      const box = frame?.file.size ? boxAround(record.shape, frame.file.size) : null
      const place = { trackId, frame: record.frameId }
      const { type } = record.shape
      if (!box || !frame) {
        dropRecord(losses, job, record, place)
        continue
      }
      if (type !== 'rectangle') losses.add(`${type}_as_box`, job, place)
      losses.add('attribute_dropped', job, {
        ...place,
        count: valueCount(attributes) + valueCount(record.frameAttributes),
      })
      const { left, top, right, bottom } = box
      const numbers = [left + 1, top + 1, right - left, bottom - top].map(roundPx)
      const text = `${[frame.number, track + 1, ...numbers, 1, classOf(label), record.hidden ? 0 : 1].join(',')}\n`
      rows.push({ frame: frame.number, track, text })
    }
    // Numbered without gaps: a track without any box is not in the file.
    if (rows.length > first) track++
  }
  return rows.sort((a, b) => a.frame - b.frame || a.track - b.track).map(({ text }) => text)
}

function sequenceInfo(job: ExportJob, losses: Losses): string {
  const [first] = job.frames
  const [file] = first.files
  return `${[
    '[Sequence]',
    `name=${job.name}`,
    'imDir=img1',
    `frameRate=${frameRate(job, losses)}`,
    `seqLength=${job.frames.length}`,
    `imWidth=${file.size?.widthPx ?? 0}`,
    `imHeight=${file.size?.heightPx ?? 0}`,
    `imExt=.${imageEnding(file)}`,
  ].join('\n')}\n`
}

/** Frames a second, from the first time to the last. */
function frameRate(job: ExportJob, losses: Losses): number {
  const times = job.frames.flatMap(({ timestampNs }) => (timestampNs === null ? [] : [timestampNs]))
  const [first, last] = [times[0], times.at(-1)]
  if (times.length === job.frames.length && first !== undefined && last !== undefined && last > first)
    return Math.round(((times.length - 1) * 1e12) / Number(last - first)) / 1000
  losses.add('timestamp_assumed', job)
  return ASSUMED_FRAMES_A_SECOND
}

/** https://arxiv.org/abs/1603.00831, section 3.3 */
export const mot: Format = {
  format: 'mot',
  title: 'MOT',
  description:
    'Boxes of tracks over the frames of a video. Other areas become their bounding box; attributes are left out.',
  annotationTypes: typesWithResult('video'),
  version: '1',
  specUrl: 'https://arxiv.org/abs/1603.00831',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'timestamp_assumed', ...BOX_FORMAT_LOSSES],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['NAME/img1/NNNNNN.jpg', 'NAME/seqinfo.ini', 'NAME/gt/labels.txt', 'NAME/gt/gt.txt'],
  write: writeMot,
  read: readMot,
}
