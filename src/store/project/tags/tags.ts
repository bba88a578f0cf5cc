import { randomUUID } from 'node:crypto'
import type { Attribute } from '../../../model/attribute.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Tag, TagClass } from '../../../model/tag.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bool, json, nullable, type RowOf, Table, text, textOf } from '../../postgres/table.ts'

export type NewClass = Omit<TagClass, 'classId' | 'archived'>
export type NewTag = Omit<Tag, 'classes'> & { classes: readonly NewClass[] }

/**
 * Writes a tag. Classes are matched by name and keep their ids; one that is left out is archived, because results and
 * unfinished work may name it. The caller holds the transaction.
 */
export async function putTag(db: Queryable, projectId: string, tag: NewTag): Promise<Tag> {
  await db.query('select 1 from projects where id = $1 for update', [projectId])
  const before = await findTag(db, projectId, tag.name)
  const known = new Map(before?.classes.map((known) => [known.name, known]))
  const kept = tag.classes.map((made) => ({
    ...made,
    classId: known.get(made.name)?.classId ?? randomUUID(),
    archived: false,
  }))
  const names = new Set(tag.classes.map((made) => made.name))
  const archived = (before?.classes ?? [])
    .filter((old) => !names.has(old.name))
    .map((old) => ({ ...old, archived: true }))
  const written: Tag = { ...tag, classes: [...kept, ...archived] }
  await db.query(
    `insert into tags (project_id, tag, operation, review, instructions, classes, attributes)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, tag) do update set operation = excluded.operation, review = excluded.review,
       instructions = excluded.instructions, classes = excluded.classes, attributes = excluded.attributes, updated_at = now()`,
    [
      projectId,
      tag.name,
      tag.operation,
      tag.review,
      tag.instructions,
      JSON.stringify(written.classes),
      JSON.stringify(tag.attributes),
    ],
  )
  return written
}

export const TAGS = new Table('tags', {
  tag: text,
  operation: textOf<Operation>(),
  review: nullable(bool),
  instructions: nullable(text),
  classes: json<TagClass[]>(),
  attributes: json<Attribute[]>(),
})
type TagRow = RowOf<typeof TAGS>

const COLUMNS = TAGS.list()

export async function findTag(db: Queryable, projectId: string, tag: string): Promise<Tag | null> {
  const { rows } = await db.query<TagRow>(`select ${COLUMNS} from tags where project_id = $1 and tag = $2`, [
    projectId,
    tag,
  ])
  return rows[0] ? tagOf(rows[0]) : null
}

export async function listTags(db: Queryable, projectId: string): Promise<Tag[]> {
  const { rows } = await db.query<TagRow>(`select ${COLUMNS} from tags where project_id = $1 order by tag`, [projectId])
  return rows.map(tagOf)
}

function tagOf(row: TagRow): Tag {
  return {
    name: row.tag,
    operation: row.operation,
    review: row.review,
    instructions: row.instructions,
    classes: row.classes,
    attributes: row.attributes,
  }
}
