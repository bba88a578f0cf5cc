import { ImportError } from '../../core/reader.ts'
import { type DataFrame, readDataFrame } from '../../pandas/dataFrame.ts'
import { PickleError } from '../../pandas/pickle.ts'
import { SourceFileError } from '../layout.ts'
import { type SourceArchive, sourceFailureOf } from '../sourceArchive.ts'

const MAX_FILE_BYTES = 256 * 1024 * 1024

/** What `use` reads from a table of pandas. @throws SourceFileError if the file or its columns are not of the kind */
export async function withTable<T>(archive: SourceArchive, file: string, use: (table: DataFrame) => T): Promise<T> {
  try {
    return use(readDataFrame(await archive.read(file, MAX_FILE_BYTES)))
  } catch (error) {
    if (error instanceof ImportError) throw new SourceFileError(sourceFailureOf(error), error.message)
    if (!(error instanceof PickleError)) throw error
    const failure = { file, type: 'ENCODING', expected: 'a table of pandas', found: error.message }
    throw new SourceFileError(failure, `${file}: ${error.message}`)
  }
}
