import { ImportError, type SentArchive } from '../../src/interchange/core/reader.ts'

/** An archive in memory, its entries given in pieces of `step` bytes. */
export function sentFiles(files: Readonly<Record<string, string | Uint8Array>>, step = 1000): SentArchive {
  const entries = new Map(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  )
  const bytesOf = (name: string): Uint8Array => {
    const bytes = entries.get(name)
    if (!bytes) throw new ImportError({ file: name, type: 'MISSING' }, `the archive has no ${name}`)
    return bytes
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read: async (name) => bytesOf(name),
    async readText(name) {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(name))
      } catch (error) {
        if (error instanceof ImportError) throw error
        throw new ImportError({ file: name, type: 'ENCODING' }, `${name} is not UTF-8`)
      }
    },
    async *open(name) {
      const bytes = bytesOf(name)
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
    },
  }
}
