import { assembleResult } from '../../src/formats/results/assemble.ts'
import { parseHandIn } from '../../src/formats/results/handIn.ts'
import type { JobContext } from '../../src/formats/results/jobContext.ts'
import { countingIds } from '../../src/formats/results/testJobs.ts'
import type { Tag } from '../../src/model/tag.ts'
import type { GivenJob } from './exportJob.ts'

/** `data` of the result document that comes of submitted data; fails the test where it is refused. */
export function acceptedData(tag: Tag, given: GivenJob, data: object): object {
  const job = contextOf(tag, given)
  const read = parseHandIn(job, data, { newId: countingIds(), defaultSource: 'pre_annotation' })
  if ('failures' in read) throw new Error(`the hand-in was refused: ${JSON.stringify(read.failures.slice(0, 3))}`)
  const result = assembleResult({
    document: read.document,
    job,
    computed: { pointCount: () => 0, projected: () => null, labelledCloud: null },
    resultVersion: 1,
    recordId: (trackId, sensorId, frame) => `${trackId}/${sensorId}/${frame}`,
  })
  return JSON.parse(JSON.stringify(result.data))
}

const contextOf = (tag: Tag, { referenceId, frames, sensors = [] }: GivenJob): JobContext => ({
  jobId: referenceId,
  referenceId,
  tag,
  frames: frames.map(({ frameId, files: [file] }) => ({
    frameId,
    src: file.url,
    image: sensors.length === 0 ? file.size : null,
    egoPose: null,
    sensorIds: new Set(sensors.map(({ id }) => id)),
  })),
  sensors: sensors.map((sensor) => ({ ...sensor, state: 'editable' })),
  exifOrientation: 1,
  pointCloudFrame: sensors.length > 0 ? 'sensor' : null,
  pointCount: null,
  inputSensorFrames: [],
})
