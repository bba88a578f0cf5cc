import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { decodeDocument } from '../../formats/document/documentFile.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { jsonPieces } from '../../formats/json/pieces.ts'
import { writeLabelledPcd } from '../../formats/pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../../formats/pcd/pcdLimits.ts'
import { readPcd } from '../../formats/pcd/pcdReader.ts'
import { assembleResult } from '../../formats/results/assemble.ts'
import type { Computed, LabelledCloud } from '../../formats/results/assembly.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { PointIndex, type Positions } from '../../geometry/pointCount.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import { cuboidRecordAt } from '../../model/document/records.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import { recordIdsOf } from '../../workflow/jobs/recordId.ts'
import { validated } from './validatedResult.ts'

/** One cloud of a frame. commonFromCloud: the sensor's pose, or the identity where the file is in the common frame. */
export interface CloudOfFrame {
  frame: number
  path: string
  commonFromCloud: Pose
}

export interface AssembleJob {
  documentPath: string
  labelsPath: string | null
  job: JobContext
  resultVersion: number
  metadata: JobMetadata
  clouds: CloudOfFrame[]
  cameras: CameraOfFrame[]
  /** Address that the labelled cloud will have; null unless it is a segmentation. */
  labelsUrl: string | null
  outPath: string
  labelledPath: string
  /** Documents up to this many bytes are answered as text too. */
  inlineLimitBytes: number
}

export interface Assembled {
  bytes: number
  annotations: number
  /** The document as text, where it is small. */
  inline: string | null
}

const CHUNK_CHARACTERS = 256 * 1024

/** Writes the result document of a job, and the labelled cloud of a segmentation, off the main thread. */
export async function assembleDocument(input: AssembleJob): Promise<Assembled> {
  const document = decodeDocument(await readFile(input.documentPath, 'utf8'))
  const labelledCloud = input.labelsUrl === null ? null : await writeLabels(input, input.labelsUrl)
  const computed: Computed = {
    ...(await pointCounts(document, input.clouds)),
    projected: projectedBy(input.cameras),
    labelledCloud,
  }
  const { job, resultVersion, metadata } = input
  const recordId = recordIdsOf(job.jobId)
  let annotations = 0
  const onRecords = (count: number) => {
    annotations += count
  }
  const result = assembleResult({ document, job, computed, resultVersion, metadata, recordId, onRecords })
  const bytes = await writeJson(validated(result, resultSchemas[document.annotationType]), input.outPath)
  const inline = bytes <= input.inlineLimitBytes ? await readFile(input.outPath, 'utf8') : null
  return { bytes, annotations, inline }
}

/** Answers how many bytes were written. */
async function writeJson(value: unknown, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx' })
  await pipeline(inChunks(jsonPieces(value)), file)
  return file.bytesWritten
}

function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

async function writeLabels(input: AssembleJob, url: string): Promise<LabelledCloud> {
  const labels = decodeLabels(await readFile(input.labelsPath!))
  const source = createReadStream(input.clouds[0].path, { highWaterMark: 1 << 20 })
  await pipeline(
    writeLabelledPcd(source, labels, DEFAULT_PCD_LIMITS),
    createWriteStream(input.labelledPath, { flags: 'wx' }),
  )
  return { url, pointCount: labels.length, counts: countLabels(labels) }
}

/** Counts frame by frame, so that the clouds of one frame alone are in memory. */
async function pointCounts(
  document: AnnotatedDocument,
  clouds: readonly CloudOfFrame[],
): Promise<Pick<Computed, 'pointCount'>> {
  const counts = new Map<string, number>()
  for (let frame = 0; frame < document.frameCount; frame++) {
    const boxes = [...document.tracks.values()].flatMap((track) => {
      const record = cuboidRecordAt(track, frame)
      return record ? [{ trackId: track.id, cuboid: record.cuboid }] : []
    })
    if (boxes.length === 0) continue
    for (const cloud of clouds.filter((candidate) => candidate.frame === frame)) {
      const { positions } = await readPcd(createReadStream(cloud.path, { highWaterMark: 1 << 20 }), DEFAULT_PCD_LIMITS)
      const index = new PointIndex(positions as Positions)
      for (const { trackId, cuboid } of boxes) {
        const key = `${frame} ${trackId}`
        counts.set(key, (counts.get(key) ?? 0) + index.countInBox(cloud.commonFromCloud, cuboid))
      }
    }
  }
  return { pointCount: (trackId, frame) => counts.get(`${frame} ${trackId}`) ?? 0 }
}
