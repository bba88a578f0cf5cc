import { identityPose } from '../../geometry/pose.ts'
import { velodyneBin } from '../clouds/velodyneBin.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { NameRegistry } from '../core/names.ts'
import { countInUse, type PointLabel, pointLabels } from '../segmentation/pointLabels.ts'
import { configYaml } from './yaml.ts'

const MAX_16_BITS = 65_535
/** Folders and numbers of scans: a sequence a job, or one of all jobs of a batch in their order. */
class Sequences {
  readonly #isOfBatch: boolean
  readonly #names = new NameRegistry()
  readonly #ofBatch = new Map<string, { name: string; scans: number }>()
  readonly #bySplit: Map<string, string[]>

  constructor({ options, splits }: ExportSet) {
    this.#isOfBatch = options.sequence === 'batch'
    this.#bySplit = new Map(splits.map((split) => [split, []]))
  }

  place({ batch, name, split }: ExportJob): { folder: string; scan: string } {
    const key = this.#isOfBatch ? batch : name
    const known = this.#ofBatch.get(key)
    const sequence = known ?? { name: this.#isOfBatch ? this.#names.take(batch) : name, scans: 0 }
    if (!known) {
      this.#bySplit.get(split)?.push(sequence.name)
      if (this.#isOfBatch) this.#ofBatch.set(key, sequence)
    }
    const scan = String(sequence.scans++).padStart(6, '0')
    return { folder: `sequences/${sequence.name}`, scan }
  }

  get bySplit(): ReadonlyMap<string, readonly string[]> {
    return this.#bySplit
  }
}

/** One job is one scan. */
export const writeSemanticKitti: Writer = async (set, archive, losses) => {
  if (set.classes.list.length > MAX_16_BITS)
    throw new ExportError('TOO_MANY_CLASSES', `SemanticKITTI knows ${MAX_16_BITS} classes`)
  const sequences = new Sequences(set)
  for await (const job of set.jobs()) {
    const [frame] = job.frames
    losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
    const points = await job.openLabels()
    if (!points) {
      losses.add('file_deleted', job)
      continue
    }
    const meanings = fitting(job, pointLabels(job, set.classes), points.labels, losses)
    const { folder, scan } = sequences.place(job)
    if (set.includeFiles)
      await archive.add(`${folder}/velodyne/${scan}.bin`, velodyneBin(points.cloud, identityPose), { job, frame })
    await archive.add(`${folder}/labels/${scan}.label`, labelBytes(points.labels, meanings), { job, frame })
  }
  await archive.add('semantic-kitti.yaml', configYaml(set, sequences.bySplit))
}

function fitting(
  job: ExportJob,
  meanings: ReadonlyMap<number, PointLabel>,
  labels: Uint32Array,
  losses: Losses,
): Map<number, number> {
  const words = new Map<number, number>()
  const lost = new Set([...meanings].flatMap(([key, { instance }]) => (instance > MAX_16_BITS ? [key] : [])))
  losses.add('instance_dropped', job, { count: countInUse(labels, lost) })
  for (const [key, { classLabel, instance }] of meanings) {
    words.set(key, classLabel + (instance > MAX_16_BITS ? 0 : instance * 2 ** 16))
  }
  return words
}

/** Little-endian uint32 a point: class in the lower 16 bits, instance in the upper. */
function labelBytes(labels: Uint32Array, words: ReadonlyMap<number, number>): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * labels.length))
  for (let i = 0; i < labels.length; i++) bytes.setUint32(4 * i, words.get(labels[i]) ?? 0, true)
  return new Uint8Array(bytes.buffer)
}
