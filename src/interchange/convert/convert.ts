import type { AnnotationType } from '../../model/annotationType.ts'
import { ClassTable } from '../core/classTable.ts'
import type { ExportJob } from '../core/exportSet.ts'
import { ExportError, type Format } from '../core/format.ts'
import { Losses } from '../core/losses.ts'
import { NameRegistry } from '../core/names.ts'
import { DEFAULT_SPLIT, splitOf } from '../core/splits.ts'
import { type WritePlace, type WrittenExport, writeExport } from '../core/writeExport.ts'
import { FoundTags } from './foundTags.ts'
import { type ConvertedResult, resultJob } from './resultJob.ts'

/** A result that is opened twice: to see what it names, and to be written. */
export interface ConvertSource {
  open(): Promise<ConvertedResult>
}

export interface Conversion {
  format: Format
  splits: Readonly<Record<string, number>> | null
  includeFiles: boolean
  options: Readonly<Record<string, unknown>>
}

/**
 * Writes results in a format, as an export of a service does, one open at a time.
 * @throws ExportError if the format supports none of their job types, or if a reference_id appears twice
 */
export async function convert(
  sources: readonly ConvertSource[],
  { format, splits, includeFiles, options }: Conversion,
  place: WritePlace,
): Promise<WrittenExport> {
  const tags = new FoundTags()
  const found = new Map<string, ConvertSource>()
  let isKnown = sources.length === 0
  for (const source of sources) {
    const { document } = await source.open()
    if (found.has(document.reference_id))
      throw new ExportError('DUPLICATE', `two results have the reference_id ${document.reference_id}`)
    found.set(document.reference_id, source)
    tags.note(document)
    isKnown ||= knows(format, document.type)
  }
  if (!isKnown) throw new ExportError('NOT_ALLOWED', `${format.format} is for ${format.annotationTypes.join(', ')}`)
  const losses = new Losses(format.losses)
  const set = {
    classes: new ClassTable(tags.list()),
    tags: tags.list(),
    splits: splits ? Object.keys(splits) : [DEFAULT_SPLIT],
    options,
    includeFiles,
    jobs: () => jobsOf(found, { format, splits, tags, losses }),
  }
  return writeExport(format, set, losses, place)
}

const knows = ({ annotationTypes }: Format, type: AnnotationType) => annotationTypes.includes(type)

interface Walk extends Pick<Conversion, 'format' | 'splits'> {
  tags: FoundTags
  losses: Losses
}

async function* jobsOf(
  found: ReadonlyMap<string, ConvertSource>,
  { format, splits, tags, losses }: Walk,
): AsyncGenerator<ExportJob> {
  const names = new NameRegistry()
  for (const [referenceId, source] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const result = await source.open()
    const { document } = result
    const lost = { jobId: document.job_id, referenceId }
    const split = splitOf(referenceId, splits)
    if (split === null) losses.add('not_in_split', lost)
    else if (!knows(format, document.type)) losses.add('operation_not_supported', lost)
    else yield await resultJob(result, { tag: tags.of(document), name: names.take(referenceId), split })
  }
}
