/** The number of parallel copies: a small file mostly waits for a disk or a bucket. */
const AT_ONCE = 16

/** Copies in parallel. Throws the first error after all running copies have ended. */
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
