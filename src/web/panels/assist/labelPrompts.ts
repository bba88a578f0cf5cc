import { classById, instanceName } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'

/** The number of points that show an assistant the existing labels. */
const MOST_PROMPTS = 2000

/** Points of every label that was given, evenly over the cloud. */
export function labelPrompts({ labels, document, job }: EditorSession): { index: number; label: string }[] {
  if (!labels) return []
  const classes = classById(job.tag)
  const names = new Map(
    document.legend.flatMap(({ labelKey, classId, instance }) => {
      const name = classId === null ? undefined : classes.get(classId)?.name
      return name === undefined ? [] : [[labelKey, instanceName(name, instance)] as const]
    }),
  )
  const labelled: { index: number; label: string }[] = []
  labels.forEach((key, index) => {
    const label = key === 0 ? undefined : names.get(key)
    if (label !== undefined) labelled.push({ index, label })
  })
  const step = Math.max(1, Math.ceil(labelled.length / MOST_PROMPTS))
  return labelled.filter((_, i) => i % step === 0)
}
