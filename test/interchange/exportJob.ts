import type { ResultDocument } from '../../src/formats/results/schemas.ts'
import { tagClass } from '../../src/formats/results/testJobs.ts'
import { ClassTable } from '../../src/interchange/core/classTable.ts'
import type {
  ExportFrame,
  ExportJob,
  ExportSensor,
  ExportSet,
  LabelledPoints,
} from '../../src/interchange/core/exportSet.ts'
import { NameRegistry } from '../../src/interchange/core/names.ts'
import { DEFAULT_SPLIT, splitOf } from '../../src/interchange/core/splits.ts'
import type { AnnotationType } from '../../src/model/annotationType.ts'
import type { Tag } from '../../src/model/tag.ts'
import { writeLabelledPcd } from '../../src/pcd/labelledPcd.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'

/** Sets of jobs for the tests of formats. */

export const tagOf = (operation: AnnotationType, given: Partial<Tag> = {}): Tag => ({
  name: 'tag',
  annotationType: operation,
  classes: [tagClass('car'), tagClass('person')],
  attributes: [],
  review: null,
  instructions: null,
  ...given,
})

export interface GivenJob {
  referenceId: string
  batch?: string
  data: object
  frames: readonly Omit<ExportFrame, 'name'>[]
  sensors?: readonly ExportSensor[]
  labels?: LabelledPoints
}

export interface GivenSet {
  tag: Tag
  jobs: readonly GivenJob[]
  splits?: Readonly<Record<string, number>> | null
  options?: Record<string, unknown>
  includeFiles?: boolean
}

/** As the service makes it of completed jobs: by reference_id, with names and splits. */
export function setOf({ tag, jobs, splits = null, options = {}, includeFiles = false }: GivenSet): ExportSet {
  return {
    classes: new ClassTable([tag]),
    tags: [tag],
    splits: splits ? Object.keys(splits) : [DEFAULT_SPLIT],
    options,
    includeFiles,
    async *jobs() {
      const names = new NameRegistry()
      const sorted = [...jobs].sort((a, b) => (a.referenceId < b.referenceId ? -1 : 1))
      for (const given of sorted) {
        const split = splitOf(given.referenceId, splits)
        if (split !== null) yield exportJob(tag, given, names.take(given.referenceId), split)
      }
    },
  }
}

function exportJob(tag: Tag, given: GivenJob, name: string, split: string): ExportJob {
  const jobId = `job of ${given.referenceId}`
  const names = new NameRegistry()
  return {
    jobId,
    referenceId: given.referenceId,
    name,
    split,
    batch: given.batch ?? 'default',
    tag,
    annotationType: tag.annotationType,
    resultVersion: 1,
    completedAt: null,
    metadata: null,
    document: {
      type: tag.annotationType,
      schema_version: '1.0',
      job_id: jobId,
      reference_id: given.referenceId,
      tag: tag.name,
      result_version: 1,
      data: given.data,
    } as ResultDocument,
    frames: given.frames.map((frame) => ({
      ...frame,
      name: given.frames.length === 1 ? name : `${name}_${names.take(frame.frameId)}`,
    })),
    sensors: given.sensors ?? [],
    pointCloudFrame: given.sensors ? 'sensor' : null,
    openLabels: async () => given.labels ?? null,
    openLabelFile: () => labelFile(given),
  }
}

/** The labelled cloud as it is delivered. */
async function labelFile({ labels, frames: [frame] }: GivenJob) {
  const cloud = labels && (await frame.files.find(({ kind }) => kind === 'cloud')?.open())
  return cloud ? writeLabelledPcd(cloud, labels.labels, DEFAULT_PCD_LIMITS) : null
}
