import { randomUUID } from 'node:crypto'
import type { AnnotationType } from '../../../model/annotationType.ts'
import type { Attribute } from '../../../model/attribute.ts'
import type { CheckSettings, HoldRule } from '../../../model/checks/settings.ts'
import type { TagRelation } from '../../../model/relation.ts'
import type {
  ConsensusRule,
  GoldRule,
  ReviewShare,
  Tag,
  TagChecks,
  TagClass,
  TrainingRule,
} from '../../../model/tag.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bool, int, json, nullable, type RowOf, Table, text, textOf } from '../../postgres/table.ts'

export type NewClass = Omit<TagClass, 'classId' | 'archived'>
export type NewTag = Omit<Tag, 'classes'> & TagChecks & { classes: readonly NewClass[]; assistWaitSeconds: number }

/** A tag at one of its versions. Review, all that is checked, and instructions are those of now. */
export interface StoredTag extends Tag, TagChecks {
  /** Counts changes of operation, classes, attributes and relations, from 1. */
  version: number
  /** How long the queue may exclude a job while assistants are asked about it. */
  assistWaitSeconds: number
  /** Counts changes of the instructions, from 1. */
  instructionsVersion: number
}

/**
 * Writes a tag. Classes are matched by name and keep their ids; one that is left out is archived, because results and
 * unfinished work may name it. Another operation, class, attribute or relation makes a new version; jobs keep the
 * one that they were sent under. The caller holds the transaction.
 */
export async function putTag(db: Queryable, projectId: string, tag: NewTag): Promise<StoredTag> {
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
  const written = { ...tag, classes: [...kept, ...archived] }
  const [classes, attributes] = [JSON.stringify(written.classes), JSON.stringify(written.attributes)]
  const relations = jsonOrNull(written.relations ?? null)
  const isSame =
    before !== null &&
    before.annotationType === tag.annotationType &&
    JSON.stringify(before.classes) === classes &&
    JSON.stringify(before.attributes) === attributes &&
    jsonOrNull(before.relations ?? null) === relations
  const version = before ? before.version + (isSame ? 0 : 1) : 1
  const isReworded = before !== null && before.instructions !== tag.instructions
  const instructionsVersion = (before?.instructionsVersion ?? 1) + (isReworded ? 1 : 0)
  await db.query(
    `insert into tags (project_id, tag, operation, review, review_share, gold, training, consensus, instructions, classes,
       attributes, version, assist_wait_seconds, instructions_version, relations, checks, strict, hold)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (project_id, tag) do update set operation = excluded.operation, review = excluded.review,
       review_share = excluded.review_share, gold = excluded.gold, training = excluded.training,
       consensus = excluded.consensus, instructions = excluded.instructions, classes = excluded.classes, attributes = excluded.attributes,
       version = excluded.version, assist_wait_seconds = excluded.assist_wait_seconds,
       instructions_version = excluded.instructions_version, relations = excluded.relations,
       checks = excluded.checks, strict = excluded.strict, hold = excluded.hold, updated_at = excluded.updated_at`,
    [
      projectId,
      tag.name,
      tag.annotationType,
      typeof tag.review === 'boolean' ? tag.review : null,
      typeof tag.review === 'object' ? jsonOrNull(tag.review) : null,
      jsonOrNull(tag.gold),
      jsonOrNull(tag.training),
      jsonOrNull(tag.consensus),
      tag.instructions,
      classes,
      attributes,
      version,
      tag.assistWaitSeconds,
      instructionsVersion,
      relations,
      jsonOrNull(tag.checks ?? null),
      tag.strict ?? false,
      tag.hold ?? null,
    ],
  )
  await db.query(
    `insert into tag_versions (project_id, tag, version, operation, classes, attributes, relations)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [projectId, tag.name, version, tag.annotationType, classes, attributes, relations],
  )
  return { ...written, version, instructionsVersion }
}

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value)

export const TAGS = new Table('tags', {
  tag: text,
  operation: textOf<AnnotationType>(),
  review: nullable(bool),
  review_share: nullable(json<ReviewShare>()),
  gold: nullable(json<GoldRule>()),
  training: nullable(json<TrainingRule>()),
  consensus: nullable(json<ConsensusRule>()),
  instructions: nullable(text),
  classes: json<TagClass[]>(),
  attributes: json<Attribute[]>(),
  relations: nullable(json<TagRelation[]>()),
  version: int,
  assist_wait_seconds: int,
  instructions_version: int,
  checks: nullable(json<CheckSettings>()),
  strict: bool,
  hold: nullable(textOf<HoldRule>()),
})
type TagRow = RowOf<typeof TAGS>

const COLUMNS = TAGS.list()

export async function findTag(db: Queryable, projectId: string, tag: string): Promise<StoredTag | null> {
  const { rows } = await db.query<TagRow>(`select ${COLUMNS} from tags where project_id = $1 and tag = $2`, [
    projectId,
    tag,
  ])
  return rows[0] ? tagOf(rows[0]) : null
}

/** Whether work of the tag is reviewed: by the tag's setting, otherwise by the project's. */
export async function findReviewRule(db: Queryable, projectId: string, tag: string): Promise<boolean | ReviewShare> {
  const { rows } = await db.query<{ rule: boolean | ReviewShare }>(
    `select coalesce(t.review_share, to_json(t.review), to_json(p.review)) as rule
     from projects p left join tags t on t.project_id = p.id and t.tag = $2 where p.id = $1`,
    [projectId, tag],
  )
  return rows[0]?.rule ?? false
}

/** The tag at a version: it checks and assembles jobs of that version. */
export async function findTagVersion(
  db: Queryable,
  projectId: string,
  tag: string,
  version: number,
): Promise<StoredTag | null> {
  const { rows } = await db.query<TagRow>(
    `select t.tag, coalesce(v.operation, t.operation) as operation, t.review, t.review_share,
       t.gold, t.training, t.consensus, t.instructions, t.assist_wait_seconds, t.instructions_version,
       t.checks, t.strict, t.hold,
       coalesce(v.classes, t.classes) as classes, coalesce(v.attributes, t.attributes) as attributes,
       case when v.version is null then t.relations else v.relations end as relations, $3::int as version
     from tags t left join tag_versions v on v.project_id = t.project_id and v.tag = t.tag and v.version = $3
     where t.project_id = $1 and t.tag = $2`,
    [projectId, tag, version],
  )
  return rows[0] ? tagOf(rows[0]) : null
}

export async function listTags(db: Queryable, projectId: string): Promise<StoredTag[]> {
  const { rows } = await db.query<TagRow>(`select ${COLUMNS} from tags where project_id = $1 order by tag`, [projectId])
  return rows.map(tagOf)
}

function tagOf(row: TagRow): StoredTag {
  return {
    name: row.tag,
    annotationType: row.operation,
    review: row.review_share ?? row.review,
    gold: row.gold,
    training: row.training,
    consensus: row.consensus,
    instructions: row.instructions,
    classes: row.classes,
    attributes: row.attributes,
    ...(row.relations && { relations: row.relations }),
    ...(row.checks && { checks: row.checks }),
    ...(row.strict && { strict: true }),
    ...(row.hold && { hold: row.hold }),
    version: row.version,
    assistWaitSeconds: row.assist_wait_seconds,
    instructionsVersion: row.instructions_version,
  }
}
