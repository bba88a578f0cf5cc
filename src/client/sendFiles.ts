import type { Files } from './files.ts'
import { type LocalFile, sha256Of } from './localFiles.ts'

const AT_ONCE = 8

export interface SendOptions {
  /** Stops between files; what was sent stays. */
  signal?: AbortSignal
  /** Called after each file, also where it was there already. */
  onSent?(file: LocalFile): void
}

/**
 * Sends the files, eight at a time, and answers their ids in the order of their names. A file that is there already
 * under its name with the same size and SHA-256 is not sent again.
 */
export async function sendFiles(
  files: Files,
  local: readonly LocalFile[],
  { signal, onSent }: SendOptions = {},
): Promise<string[]> {
  const sent: { name: string; fileId: string }[] = []
  const failure = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const mayBeThere = await hasFiles(files, stop)
  const waiting = local.values()
  const sendOneByOne = async () => {
    for (const file of waiting) {
      stop.throwIfAborted()
      const there = mayBeThere ? await findSent(files, file, stop) : null
      const fileId = there ?? (await files.upload(file.path, { name: file.name, signal: stop })).file_id
      onSent?.(file)
      sent.push({ name: file.name, fileId })
    }
  }
  const senders = Array.from({ length: AT_ONCE }, () =>
    sendOneByOne().catch((error: unknown) => {
      // The first failure ends the others, so that nothing is sent after the call is over.
      failure.abort(error)
      throw error
    }),
  )
  try {
    await Promise.all(senders)
  } finally {
    await Promise.allSettled(senders)
  }
  return sent.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ fileId }) => fileId)
}

async function hasFiles(files: Files, signal: AbortSignal): Promise<boolean> {
  for await (const _ of files.list({}, { signal })) return true
  return false
}

/** The id of the same bytes under the same name. */
async function findSent(files: Files, file: LocalFile, signal: AbortSignal): Promise<string | null> {
  let sha256: string | null = null
  for await (const row of files.list({ name: file.name }, { signal })) {
    if (row.size !== file.bytes) continue
    sha256 ??= await sha256Of(file.path)
    if (row.sha256 === sha256) return row.file_id
  }
  return null
}
