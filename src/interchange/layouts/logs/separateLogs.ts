import { typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedSequence,
  type Source,
  SourceError,
  type SourceFile,
} from '../layout.ts'
import { indexLog } from './logIndex.ts'
import { logName } from './logName.ts'
import type { LogReader } from './logReader.ts'
import { planLog } from './planLog.ts'

export const LOG_TYPES: Layout['annotationTypes'] = typesWithResult('image', 'video', 'boxes', 'points')

/** Files of one form, each a whole recording. */
export interface LogForm {
  /** As people name it, with its article. */
  title: string
  isNamed(file: SourceFile): boolean
  startBytes: number
  isStart(start: Uint8Array): boolean
  open(file: SourceFile): LogReader
}

export async function detectLogs({ files }: Source, form: LogForm): Promise<string | null> {
  const first = files.find(form.isNamed)
  return first && (await starts(first, form)) ? `${first.path} is ${form.title}` : null
}

/** @throws SourceError NOT_THIS_FORMAT, LOG_INVALID, and those of planLog where there is one log */
export async function* scanLogs(
  source: Source,
  form: LogForm,
  request: LayoutRequest,
): AsyncGenerator<PlannedSequence> {
  const logs = source.files.filter(form.isNamed)
  if (logs.length === 0)
    throw new SourceError('NOT_THIS_FORMAT', `the source has no file that is ${form.title} by its name`)
  for (const file of source.files) if (!form.isNamed(file)) request.skip(file.path, `not ${form.title}`)
  let firstFault: SourceError | null = null
  let isAnyWhole = false
  for (const file of logs) {
    try {
      if (!(await starts(file, form))) throw new SourceError('LOG_INVALID', `${file.path} is not ${form.title}`)
      yield* planLog(logName(file.path), await indexLog([form.open(file)], request), request)
      isAnyWhole = true
    } catch (error) {
      if (!(error instanceof SourceError) || error.code === 'CALIBRATION_INVALID') throw error
      firstFault ??= error
      if (logs.length > 1)
        request.fail({ file: file.path, type: error.code, expected: form.title, found: error.message })
    }
  }
  if (!isAnyWhole && firstFault) throw firstFault
}

const starts = async (file: SourceFile, { startBytes, isStart }: LogForm): Promise<boolean> =>
  isStart(await file.read(0, startBytes))
