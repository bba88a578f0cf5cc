/** What objects of some classes may be to objects of others: a rider `rides` a bicycle. Classes go by their names. */
export interface TagRelation {
  name: string
  from: readonly string[]
  to: readonly string[]
  /** How many of the name one object of `from` may have; absent: any number. */
  max?: number
}

/** An object is related to another one in the whole job. The relation is stored on the object where it starts. */
export interface Relation {
  name: string
  /** Id of the other track. */
  to: string
}

export const NO_RELATIONS: readonly Relation[] = []

export const isSameRelation = (a: Relation, b: Relation): boolean => a.name === b.name && a.to === b.to

/** Each once. */
export const distinctRelations = (relations: readonly Relation[]): Relation[] =>
  relations.filter((one, index) => relations.findIndex((other) => isSameRelation(one, other)) === index)

/** The relations of a tag from objects of one class to objects of another. */
export const relationsBetween = (
  { relations = [] }: { relations?: readonly TagRelation[] },
  from: string,
  to: string,
): TagRelation[] => relations.filter((one) => one.from.includes(from) && one.to.includes(to))
