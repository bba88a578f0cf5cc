import { type Attribute, type AttributeScope, type AttributeValues, defaultValues } from '../attribute.ts'
import type { AnnotatedDocument } from '../document/document.ts'
import type { Tag } from '../tag.ts'
import type { UnratedFinding } from './finding.ts'

/** A job in which nothing was annotated: it has no objects, no labels, and no answers except its initial ones. */
export function checkEmpty(
  document: AnnotatedDocument,
  { attributes }: Tag,
  labelCounts: ReadonlyMap<number, number> | undefined,
): UnratedFinding[] {
  if (document.tracks.size > 0) return []
  if (document.legend.some(({ labelKey }) => labelKey !== 0 && (labelCounts?.get(labelKey) ?? 0) > 0)) return []
  const isAnswered = (values: AttributeValues, per: AttributeScope) => {
    const defaults = defaultValues(attributes.filter((one: Attribute) => one.per === per))
    return [...values].some(([name, value]) => JSON.stringify(defaults.get(name)) !== JSON.stringify(value))
  }
  if (isAnswered(document.jobAttributes, 'job')) return []
  for (const values of document.frameAttributes.values()) if (isAnswered(values, 'frame')) return []
  return [{ code: 'EMPTY_JOB', where: {}, message: 'nothing is annotated' }]
}

/** Suggestions of assistants that were neither accepted nor dismissed. */
export const checkSuggestions = (undecided: number): UnratedFinding[] =>
  undecided === 0
    ? []
    : [
        {
          code: 'UNDECIDED_SUGGESTIONS',
          where: {},
          message: undecided === 1 ? '1 suggestion is undecided' : `${undecided} suggestions are undecided`,
          values: { suggestions: undecided },
        },
      ]
