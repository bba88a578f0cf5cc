import type { Static } from 'typebox'
import type { ShownRelation, TagRelationBody } from '../../contract/tagParts.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { orOf } from '../../formats/json/schemaWords.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { TagRelation } from '../../model/relation.ts'

/** Faults that the schema does not cover: repeated names, classes that the tag does not have, no objects to relate. */
export function relationFailures(
  relations: readonly Static<typeof TagRelationBody>[],
  { annotationType, classes }: { annotationType: AnnotationType; classes: readonly { name: string }[] },
): Fault[] {
  const failures: Fault[] = []
  if (relations.length > 0 && rulesOf(annotationType).hasLabels)
    failures.push(faultAt('relations', 'NOT_ALLOWED', `none: ${annotationType} has no objects`, relations))
  const known = new Set(classes.map(({ name }) => name))
  const expected = `a class of the tag: ${orOf([...known])}`
  const names = new Set<string>()
  relations.forEach((relation, i) => {
    const field = `relations[${i}]`
    if (names.has(relation.name)) failures.push(faultAt(`${field}.name`, 'DUPLICATE', 'each name once', relation.name))
    names.add(relation.name)
    for (const side of ['from', 'to'] as const) {
      relation[side].forEach((name, at) => {
        if (!known.has(name)) failures.push(faultAt(`${field}.${side}[${at}]`, 'UNKNOWN', expected, name))
      })
    }
  })
  return failures
}

export const storedRelation = ({ name, from, to, max }: Static<typeof TagRelationBody>): TagRelation => ({
  ...{ name, from, to },
  ...(max && { max }),
})

export const shownRelation = ({ name, from, to, max }: TagRelation): Static<typeof ShownRelation> => ({
  ...{ name, from: [...from], to: [...to] },
  ...(max && { max }),
})
