import { assembleResult } from '../../src/formats/results/assemble.ts'
import type { JobContext } from '../../src/formats/results/jobContext.ts'
import { parseSubmission } from '../../src/formats/results/submission.ts'
import { countingIds } from '../../src/formats/results/testJobs.ts'
import type { Tag } from '../../src/model/tag.ts'
import type { GivenJob } from './exportJob.ts'

/** Points in each box: the same before and after, as the clouds are. */
export const POINT_COUNT = 7

export interface Accepted {
  /** The data of the result document. */
  data: object
  /** One label a point, for a segmentation. */
  labels: Uint32Array | null
}

/** The result of submitted data; fails the test if the data is refused. */
export function acceptedData(tag: Tag, given: GivenJob, data: object): Accepted {
  const job = contextOf(tag, given)
  const read = parseSubmission(job, data, { newId: countingIds(), defaultSource: 'pre_annotation' })
  if ('failures' in read) throw new Error(`the submission was refused: ${JSON.stringify(read.failures.slice(0, 3))}`)
  const labels = read.labels && Uint32Array.from(read.labels)
  const counts = new Map<number, number>()
  for (const label of labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
  const labelledCloud = labels && { url: 'https://data.example/labels.pcd', pointCount: labels.length, counts }
  const result = assembleResult({
    document: read.document,
    job,
    computed: { pointCount: () => POINT_COUNT, projected: () => null, labelledCloud },
    resultVersion: 1,
    recordId: (trackId, sensorId, frame) => `${trackId}/${sensorId}/${frame}`,
  })
  return { data: JSON.parse(JSON.stringify(result.data)), labels }
}

const contextOf = (tag: Tag, { referenceId, frames, sensors = [], labels }: GivenJob): JobContext => ({
  jobId: referenceId,
  referenceId,
  tag,
  frames: frames.map(({ frameId, files: [file] }) => ({
    frameId,
    src: file.url,
    image: sensors.length === 0 ? file.size : null,
    timestamp: null,
    egoPose: null,
    sensorIds: new Set(sensors.map(({ id }) => id)),
  })),
  sensors: sensors.map((sensor) => ({ ...sensor, state: 'editable' })),
  exifOrientation: 1,
  pointCloudFrame: sensors.length > 0 ? 'sensor' : null,
  pointCount: labels?.cloud.pointCount ?? null,
  inputSensorFrames: [],
})
