import { SourceError } from '../../interchange/layouts/layout.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseJson } from '../../json/text.ts'
import { findFile } from '../../store/project/files/uploadedFiles.ts'
import type { IngestRow } from '../../store/project/ingests/ingests.ts'
import type { PipelineContext } from '../context.ts'

const MAX_CALIBRATION_BYTES = 16 * 1024 * 1024

/** The calibration of the options: its object, or the content of the uploaded file that it names; null without one. */
export async function calibrationContent(
  { pool, files }: Pick<PipelineContext, 'pool' | 'files'>,
  { projectId, options }: Pick<IngestRow, 'projectId' | 'options'>,
): Promise<unknown> {
  const { calibration = null } = options
  if (typeof calibration !== 'string') return calibration
  const file = await findFile(pool, projectId, calibration.toLowerCase())
  if (!file) throw new SourceError('CALIBRATION_INVALID', 'the file of options.calibration was deleted')
  if (file.bytes > MAX_CALIBRATION_BYTES)
    throw new SourceError('CALIBRATION_INVALID', `${file.name} has more than ${MAX_CALIBRATION_BYTES} bytes`)
  try {
    return parseJson(await files.readAll(file.sha256))
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new SourceError('CALIBRATION_INVALID', `${file.name} is not JSON: ${error.message}`)
  }
}
