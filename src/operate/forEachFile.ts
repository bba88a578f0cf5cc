/** Of files that are copied; most of the time of a small one is a wait, for a disk or a bucket. */
const AT_ONCE = 16

/** Side by side. What fails first is thrown when nothing is under way any more. */
export async function forEachFile(names: readonly string[], copy: (sha256: string) => Promise<void>): Promise<void> {
  const rest = names.values()
  let hasFailed = false
  const work = async () => {
    for (const name of rest) {
      await copy(name).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
      if (hasFailed) return
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
