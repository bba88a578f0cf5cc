import { ImportError, type SentArchive } from '../../src/interchange/core/reader.ts'

/** An archive of entries in memory, for readers that meet bad ones. */
export function sentArchive(entries: Readonly<Record<string, string | Uint8Array>>): SentArchive {
  const bytesOf = (name: string): Uint8Array => {
    const entry = entries[name]
    if (entry === undefined) throw new ImportError({ file: name, type: 'MISSING' }, `the archive has no ${name}`)
    return typeof entry === 'string' ? new TextEncoder().encode(entry) : entry
  }
  return {
    names: Object.keys(entries),
    has: (name) => Object.hasOwn(entries, name),
    async read(name, maxBytes = 2 ** 26) {
      const bytes = bytesOf(name)
      if (bytes.length > maxBytes)
        throw new ImportError({ file: name, type: 'ARCHIVE_TOO_LARGE' }, `${name} is too large`)
      return bytes
    },
    async readText(name) {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(name))
      } catch (error) {
        if (error instanceof ImportError) throw error
        throw new ImportError({ file: name, type: 'ENCODING' }, `${name} is not UTF-8`)
      }
    },
    async *open(name) {
      yield bytesOf(name)
    },
  }
}
