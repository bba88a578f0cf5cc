import { PcdError } from '../../pcd/pcdError.ts'
import { WRITTEN_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readLabels } from '../../pcd/pcdReader.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'

/** The labels of an entry that is a labelled PCD. @throws ImportError that names the entry and the line. */
export async function readPcdLabels(archive: SentArchive, file: string): Promise<Uint32Array> {
  try {
    return await readLabels(archive.open(file), WRITTEN_PCD_LIMITS)
  } catch (error) {
    if (!(error instanceof PcdError)) throw error
    const [{ line }] = error.problems
    const type = error.tooLarge ? 'ARCHIVE_TOO_LARGE' : 'ENCODING'
    throw new ImportError({ file, ...(line !== undefined && { line }), type }, `${file}: ${error.message}`)
  }
}
