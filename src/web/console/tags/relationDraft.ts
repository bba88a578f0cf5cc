import type { TagRelationBody } from '../../../contract/tagParts.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'

/** A class, as far as relations know it. */
interface NamedDraft {
  key: number
  name: string
}

/** A row being edited. Classes go by the keys of their drafts, which hold while names change. */
export interface RelationDraft {
  key: number
  name: string
  from: number[]
  to: number[]
  max: number | null
}

let nextRelationKey = 1

export const newRelation = (): RelationDraft => ({ key: nextRelationKey++, name: '', from: [], to: [], max: null })

export function relationDraft(from: TagRelationBody, classes: readonly NamedDraft[]): RelationDraft {
  const keysOf = (names: readonly string[]) => classes.flatMap(({ name, key }) => (names.includes(name) ? key : []))
  return {
    ...newRelation(),
    name: from.name,
    from: keysOf(from.from),
    to: keysOf(from.to),
    max: from.max ?? null,
  }
}

/** Leaves out classes that were removed. */
export function relationBody({ name, from, to, max }: RelationDraft, classes: readonly NamedDraft[]): TagRelationBody {
  const namesOf = (keys: readonly number[]) => classes.flatMap((one) => (keys.includes(one.key) ? one.name.trim() : []))
  return { name: name.trim(), from: namesOf(from), to: namesOf(to), ...(max && { max }) }
}

export function relationFaultMessages(relations: readonly RelationDraft[], classes: readonly NamedDraft[]): Message[] {
  const seen = new Set<string>()
  return relations.flatMap((relation, index) => {
    const { name, from, to } = relationBody(relation, classes)
    const title =
      name === '' ? msg('tagFault.relation', { number: index + 1 }) : msg('tagFault.relationNamed', { name })
    const faults: Message[] = []
    if (name === '') faults.push(msg('tagFault.needsName', { title }))
    else if (seen.has(name)) faults.push(msg('tagFault.duplicate', { title }))
    seen.add(name)
    if (from.length === 0 || to.length === 0) faults.push(msg('tagFault.needsSides', { title }))
    return faults
  })
}
