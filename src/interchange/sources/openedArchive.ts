import { MAX_IMPORT_BYTES } from '../../model/limits.ts'
import { ImportError } from '../core/reader.ts'
import { SourceError } from '../layouts/layout.ts'
import type { ArchiveEntries } from './archiveEntries.ts'
import { type TarCompression, tarEntries } from './tarSource.ts'
import type { WorkFiles } from './workFiles.ts'
import { zipEntries } from './zipSource.ts'

type ArchiveKind = 'zip' | { tar: TarCompression }

/** Where the mark of a tar is. */
const TAR_MARK = { start: 257, end: 262 }

/** The beginning of a file that is enough to see whether it is an archive. */
export const ARCHIVE_MARK_BYTES = TAR_MARK.end

/**
 * The kind of archive that a file is, by its beginning and, as compressed files of other kinds begin likewise, its name;
 * null for other files.
 */
export function archiveKind(name: string, start: Uint8Array): ArchiveKind | null {
  const text = Buffer.from(start).toString('latin1')
  const isZip = text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')
  if (isZip && !/\.npz$/i.test(name)) return 'zip'
  if (text.slice(TAR_MARK.start, TAR_MARK.end) === 'ustar') return { tar: 'none' }
  if (text.startsWith('\x1f\x8b') && /\.(tar\.gz|tgz)$/i.test(name)) return { tar: 'gzip' }
  if (text.startsWith('\x28\xb5\x2f\xfd') && /\.(tar\.zst|tzst)$/i.test(name)) return { tar: 'zstd' }
  return null
}

/** Whether a name promises an archive, whatever the file is. */
export const isArchiveName = (name: string): boolean => /\.(zip|tar|tar\.gz|tgz|tar\.zst|tzst)$/i.test(name)

/**
 * Opens an archive as a folder, with the limits of imports.
 * @throws SourceError ARCHIVE_INVALID, ARCHIVE_TOO_LARGE, UNSAFE_PATH, INSUFFICIENT_STORAGE
 */
export async function openEntries(
  path: string,
  kind: ArchiveKind,
  { archiveBytes, work }: { archiveBytes: number; work: WorkFiles },
): Promise<ArchiveEntries> {
  if (archiveBytes > MAX_IMPORT_BYTES)
    throw new SourceError('ARCHIVE_TOO_LARGE', `the archive has ${archiveBytes} bytes, at most ${MAX_IMPORT_BYTES}`)
  if (kind !== 'zip') return tarEntries(path, { archiveBytes, compression: kind.tar, work })
  try {
    return await zipEntries(path, work)
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { type } = error.failure
    const isKnown = type === 'ARCHIVE_TOO_LARGE' || type === 'UNSAFE_PATH'
    throw new SourceError(isKnown ? type : 'ARCHIVE_INVALID', error.message)
  }
}
