/**
 * The time that people spent on the jobs of one tag: those in which they accepted suggestions of this version of an
 * assistant, or of no assistant (an empty name).
 */
export interface AssistedTime {
  tag: string
  assistant: string
  version: string
  /** As they stood at the first submission. At least 1. */
  objects: number
  activeMs: number
}

/**
 * How much less time an object took than in jobs of the same tag without help, over all objects; negative if it took
 * longer. null if there is nothing to compare.
 */
export function secondsSavedPerObject(
  times: readonly AssistedTime[],
  isMeant: (time: AssistedTime) => boolean,
): number | null {
  let objects = 0
  let savedMs = 0
  for (const time of times.filter(isMeant)) {
    const without = times.find(({ tag, assistant }) => tag === time.tag && assistant === '')
    if (!without) continue
    objects += time.objects
    savedMs += (without.activeMs / without.objects) * time.objects - time.activeMs
  }
  return objects === 0 ? null : savedMs / objects / 1000
}
