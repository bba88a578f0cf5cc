import { identityPose } from '../../geometry/pose.ts'
import { velodyneBin } from '../clouds/velodyneBin.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import type { ExportJob } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { countInUse, type PointLabel, pointLabels } from '../segmentation/pointLabels.ts'
import { configYaml } from './yaml.ts'

const MAX_16_BITS = 65_535
const SCAN = '000000'

/** One job is one scan of a sequence of its name. */
export const writeSemanticKitti: Writer = async (set, archive, losses) => {
  if (set.classes.list.length > MAX_16_BITS)
    throw new ExportError('TOO_MANY_CLASSES', `SemanticKITTI knows ${MAX_16_BITS} classes`)
  const sequences = new Map<string, string[]>(set.splits.map((split) => [split, []]))
  for await (const job of set.jobs()) {
    const [frame] = job.frames
    losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
    const points = await job.openLabels()
    if (!points) {
      losses.add('file_deleted', job)
      continue
    }
    const meanings = fitting(job, pointLabels(job, set.classes), points.labels, losses)
    const folder = `sequences/${job.name}`
    if (set.includeFiles)
      await archive.add(`${folder}/velodyne/${SCAN}.bin`, velodyneBin(points.cloud, identityPose), { job, frame })
    await archive.add(`${folder}/labels/${SCAN}.label`, labelBytes(points.labels, meanings), { job, frame })
    sequences.get(job.split)?.push(job.name)
  }
  await archive.add('semantic-kitti.yaml', configYaml(set, sequences))
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
