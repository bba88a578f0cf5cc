import { isResultOf } from '../../formats/results/resultForm.ts'
import { splitInstance, UNLABELLED } from '../../model/tag.ts'
import type { ClassTable } from '../core/classTable.ts'
import type { ExportJob } from '../core/exportSet.ts'

export interface PointLabel {
  /** Place of the class among all classes + 1; 0: unlabelled. */
  classLabel: number
  /** Counted from 1 within the class; 0: the class has no instances. */
  instance: number
}

/** The meaning of each label_key of a segmentation. */
export function pointLabels({ document }: ExportJob, classes: ClassTable): ReadonlyMap<number, PointLabel> {
  const labels = new Map<number, PointLabel>([[0, { classLabel: 0, instance: 0 }]])
  if (!isResultOf(document, 'points')) return labels
  const taken = new Map<number, Set<number>>()
  for (const { label_key, value } of document.data.legend) {
    if (label_key === 0 || value === UNLABELLED) continue
    const { className, instance } = splitInstance(value)
    const classLabel = classes.of(className).index + 1
    const used = taken.get(classLabel) ?? new Set()
    taken.set(classLabel, used)
    labels.set(label_key, { classLabel, instance: instance === null ? 0 : freeNumber(instance, used) })
  }
  return labels
}

/** The instance's own number. 0 means "no instance" in every format, so `#0` takes the first free number. */
function freeNumber(wanted: number, used: Set<number>): number {
  let number = Math.max(wanted, 1)
  while (used.has(number)) number++
  used.add(number)
  return number
}

/** How many of these label_keys at least one point has. */
export function countInUse(labels: Uint32Array, keys: ReadonlySet<number>): number {
  if (keys.size === 0) return 0
  const used = new Set<number>()
  let last = -1
  for (const label of labels) {
    if (label === last) continue
    last = label
    if (keys.has(label)) used.add(label)
  }
  return used.size
}
