import type { InputFile, JobInput } from '../../formats/jobBody/input.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { listIn } from '../../formats/results/resultClasses.ts'
import { isResultOf } from '../../formats/results/resultForm.ts'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import { identityPose } from '../../geometry/pose.ts'
import type { Tag } from '../../model/tag.ts'
import { DEFAULT_PCD_LIMITS, WRITTEN_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readLabels, readPcd } from '../../pcd/pcdReader.ts'
import type { ExportFile, ExportJob } from '../core/exportSet.ts'
import { jobFrames, jobSensors } from '../core/jobFrames.ts'
import type { PixelSize } from '../shapes/rings.ts'
import type { StoredImage } from './storedImage.ts'

/** A result document with what belongs to it, outside of a service. */
export interface ConvertedResult {
  document: ResultDocument
  /** `data` of the job's body, if available: only it has the calibration. */
  jobData: object | null
  /** The labelled cloud of a segmentation; null where it is not at hand. */
  openLabelFile(): Promise<AsyncIterable<Uint8Array> | null>
  /** An original file by its address; null where it is not at hand. */
  openFile(url: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Facts of an image by its address; null if the file is not available. */
  factsOfImage(url: string): Promise<StoredImage | null>
}

interface Place {
  tag: Tag
  name: string
  split: string
}

/**
 * Presents a result as formats expect it: frames and sensors come from the job's body, or else from what the document
 * repeats of it.
 */
export async function resultJob(result: ConvertedResult, { tag, name, split }: Place): Promise<ExportJob> {
  const { document, jobData, openLabelFile, openFile } = result
  const body = JSON.stringify({ data: jobData ?? repeatedData(document) })
  const { input } = readStoredJob(Buffer.from(body), document.type, null)
  const images = await imagesOf(result, input)
  return {
    jobId: document.job_id,
    referenceId: document.reference_id,
    name,
    split,
    batch: '',
    tag,
    annotationType: document.type,
    resultVersion: document.result_version,
    completedAt: null,
    metadata: document.metadata ?? null,
    document,
    frames: jobFrames(
      input,
      name,
      ({ field, url }, isCloud): ExportFile => ({
        sensorId: '',
        kind: isCloud ? 'cloud' : 'image',
        url,
        mediaType: null,
        size: images.get(field)?.size ?? null,
        exifOrientation: images.get(field)?.exifOrientation,
        commonFromSensor: null,
        open: () => openFile(url),
      }),
    ),
    sensors: jobSensors(input),
    pointCloudFrame: cloudFrameOf(document),
    openLabels: async () => {
      const [cloud, labels] = [await openLabelFile(), await openLabelFile()]
      if (!cloud || !labels) return null
      return { cloud: await readPcd(cloud, DEFAULT_PCD_LIMITS), labels: await readLabels(labels, WRITTEN_PCD_LIMITS) }
    },
    openLabelFile,
  }
}

interface LabelledImage {
  size: PixelSize
  /** 1 where left out, and for cameras of sequences: their pixels are labelled as they are stored. */
  exifOrientation?: number
}

/**
 * Images by the field that names them. Results have the sizes of images and frames, as they are shown upright, but not
 * those of cameras.
 */
async function imagesOf(
  { document, factsOfImage }: ConvertedResult,
  input: JobInput,
): Promise<Map<string, LabelledImage>> {
  const images = new Map<string, LabelledImage>()
  const note = async ({ field, url }: InputFile, widthPx: number, heightPx: number) => {
    const exifOrientation = (await factsOfImage(url))?.exifOrientation
    images.set(field, { size: { widthPx, heightPx }, exifOrientation })
  }
  if (input.kind === 'image' && isResultOf(document, 'image'))
    await note(input.image, document.data.image.width, document.data.image.height)
  else if (input.kind === 'video' && isResultOf(document, 'video'))
    for (const [index, { width, height }] of document.data.video_data.frames.entries())
      await note(input.frames[index], width, height)
  else if ('sensors' in input) {
    const cameras = new Set(input.sensors.flatMap(({ id, modality }) => (modality === 'camera' ? [id] : [])))
    for (const { field, url, sensorId } of input.frames.flatMap(({ sensors }) => sensors)) {
      const facts = cameras.has(sensorId) ? await factsOfImage(url) : null
      if (facts) images.set(field, { size: { widthPx: facts.widthPx, heightPx: facts.heightPx } })
    }
  }
  return images
}

const cloudFrameOf = (document: ResultDocument): ExportJob['pointCloudFrame'] =>
  isResultOf(document, 'boxes') ? (document.data.coordinate_system.point_cloud_frame ?? null) : null

/** What a result repeats of its job's body. Cameras come without calibration. */
function repeatedData(document: ResultDocument): object {
  if (isResultOf(document, 'image'))
    return { image_url: document.data.image_url, timestamp: document.data.image.timestamp }
  if (isResultOf(document, 'video')) {
    const frames = document.data.video_data.frames.map(({ frame_id, src, timestamp }) => ({ frame_id, src, timestamp }))
    return { video_data: { frames } }
  }
  if (isResultOf(document, 'points')) {
    const { data } = document
    const sensors = [{ sensor_id: 'lidar', data_url: data.url, sensor_pose: identityPose }]
    return { sensor_data: { sensors, timestamp: data.timestamp, sensor_meta: [{ id: 'lidar', modality: 'lidar' }] } }
  }
  const { data } = document
  const records: readonly { type: string; sensor_id: string }[] = data.annotation_data.annotations
  const lidars = new Set(records.flatMap((one) => (one.type === 'cuboid' ? [one.sensor_id] : [])))
  const used = new Map<string, string>()
  for (const frame of data.sensor_data.frames)
    for (const { sensor_id: id, data_url: url } of listIn(frame, 'sensors'))
      if (typeof id === 'string') used.set(id, lidars.has(id) || /\.pcd\b/i.test(String(url)) ? 'lidar' : 'camera')
  const sensor_meta = [...used].map(([id, modality]) => ({ id, name: id, modality }))
  return { sensor_data: { frames: data.sensor_data.frames, sensor_meta } }
}
