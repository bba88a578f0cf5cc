import type { AnnotationType } from '../../model/annotationType.ts'
import { type Layout, type Source, SourceError } from './layout.ts'
import { AUTO, LAYOUTS } from './layouts.ts'

export interface Detected {
  layout: Layout
  /** One sentence. */
  why: string
}

/**
 * The layout of a source: the named one, or the first that finds itself in it, those before others that have what the
 * annotation type takes.
 * @throws SourceError LAYOUT_UNKNOWN, NOT_THIS_FORMAT, FS_0003
 */
export async function detectLayout(
  source: Source,
  asked: string,
  annotationType: AnnotationType,
  layouts: readonly Layout[] = LAYOUTS,
): Promise<Detected> {
  if (source.files.length === 0) throw new SourceError('LAYOUT_UNKNOWN', 'the source has no files')
  const takes = ({ annotationTypes }: Layout) => annotationTypes.includes(annotationType)
  const candidates =
    asked === AUTO
      ? [...layouts.filter(takes), ...layouts.filter((layout) => !takes(layout))]
      : layouts.filter(({ name }) => name === asked)
  for (const layout of candidates) {
    const why = await layout.detect(source)
    if (why === null) continue
    if (takes(layout)) return { layout, why }
    throw new SourceError(
      'FS_0003',
      `the source is ${layout.name} (${why}), which gives ${layout.annotationTypes.join(' or ')}, while the tag is ${annotationType}`,
    )
  }
  const sample = source.files
    .slice(0, 3)
    .map(({ path }) => path)
    .join(', ')
  if (asked !== AUTO) throw new SourceError('NOT_THIS_FORMAT', `the source is not ${asked}: it has ${sample}`)
  throw new SourceError('LAYOUT_UNKNOWN', `no layout fits the source, which has ${sample}; name one in layout`)
}
