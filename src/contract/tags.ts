import { type Static, type TSchema, Type } from 'typebox'
import { optionalOrNull, orNull, stringEnum } from '../formats/json/schemas.ts'
import { ANNOTATION_TYPES, GEOMETRY_KINDS } from '../model/annotationType.ts'
import { MAX_INSTRUCTIONS_BYTES } from '../model/limits.ts'
import { endpoint } from './endpoint.ts'
import {
  CheckSettingsBody,
  ConsensusBody,
  GoldBody,
  MotionLimits,
  ObjectAttribute,
  ShownAttribute,
  ShownCheckSettings,
  ShownMotionLimits,
  ShownRelation,
  Sigmas,
  SkeletonBody,
  TagAttribute,
  TagRelationBody,
  TrainingBody,
} from './tagParts.ts'
import { FILE_ANSWERS, settingsBody } from './words.ts'

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/octet-stream']

const Metres = Type.Number({ exclusiveMinimum: 0 })

const Dimensions = Type.Object({ length: Metres, width: Metres, height: Metres })

const ClassBody = settingsBody(
  {
    class_id: Type.Optional(Type.Unknown({ description: 'as shown; classes are matched by name' })),
    name: Type.String({ minLength: 1, maxLength: 256, description: 'without #' }),
    color: Type.String({ description: 'rgb(r, g, b)' }),
    instantiable: optionalOrNull(Type.Boolean()),
    geometries: optionalOrNull(Type.Array(stringEnum(...GEOMETRY_KINDS), { minItems: 1, uniqueItems: true })),
    default_size: optionalOrNull(Dimensions),
    skeleton: Type.Optional(orNull(SkeletonBody)),
    sigmas: Type.Optional(orNull(Sigmas)),
    attributes: optionalOrNull(Type.Array(ObjectAttribute)),
    ...MotionLimits,
  },
  { title: 'ClassBody' },
)

export type ClassBody = Static<typeof ClassBody>

const optionalChecks = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema))

export const TagBody = settingsBody(
  {
    tag: Type.Optional(Type.Unknown({ description: 'as shown; the path names the tag' })),
    operation: stringEnum(...ANNOTATION_TYPES),
    classes: Type.Array(ClassBody, { minItems: 1, maxItems: 1000 }),
    attributes: optionalOrNull(Type.Array(TagAttribute)),
    relations: Type.Optional(orNull(Type.Array(TagRelationBody, { maxItems: 100 }))),
    review: Type.Optional(
      orNull(
        Type.Union([
          Type.Boolean(),
          settingsBody({
            share: Type.Number({ minimum: 0, maximum: 1 }),
            first_jobs_of_person: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
          }),
        ]),
      ),
    ),
    gold: optionalChecks(GoldBody),
    training: optionalChecks(TrainingBody),
    consensus: optionalChecks(ConsensusBody),
    ...CheckSettingsBody,
    assist_wait_seconds: optionalOrNull(Type.Integer({ minimum: 0, maximum: 3600 })),
    instructions: optionalOrNull(
      Type.String({ maxLength: MAX_INSTRUCTIONS_BYTES, description: 'Markdown of at most 64 KiB in UTF-8' }),
    ),
  },
  { title: 'TagBody' },
)

export type TagBody = Static<typeof TagBody>

const TagClass = Type.Object(
  {
    class_id: Type.String(),
    name: Type.String(),
    color: Type.String(),
    instantiable: Type.Boolean(),
    geometries: orNull(Type.Array(stringEnum(...GEOMETRY_KINDS))),
    default_size: orNull(Dimensions),
    skeleton: Type.Optional(SkeletonBody),
    sigmas: Type.Optional(Sigmas),
    attributes: Type.Array(ShownAttribute),
    ...ShownMotionLimits,
  },
  { title: 'TagClass' },
)

const ShownTag = Type.Object(
  {
    tag: Type.String(),
    operation: stringEnum(...ANNOTATION_TYPES),
    review: orNull(
      Type.Union([Type.Boolean(), Type.Object({ share: Type.Number(), first_jobs_of_person: Type.Integer() })]),
    ),
    gold: Type.Optional(orNull(GoldBody)),
    training: Type.Optional(orNull(TrainingBody)),
    consensus: Type.Optional(orNull(ConsensusBody)),
    ...ShownCheckSettings,
    assist_wait_seconds: Type.Integer({ minimum: 0, maximum: 3600 }),
    instructions: orNull(Type.String()),
    classes: Type.Array(TagClass),
    attributes: Type.Array(ShownAttribute),
    relations: Type.Optional(Type.Array(ShownRelation)),
  },
  { title: 'Tag' },
)

export type ShownTag = Static<typeof ShownTag>

export const tagEndpoints = {
  addTagImage: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/tags/:tag/images'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Send a picture for the instructions of a tag: PNG, JPEG, WebP or GIF of at most 5 MiB, as the body',
    rawBody: { schema: Type.String(), contentTypes: PICTURE_TYPES, streamed: PICTURE_TYPES },
    answer: Type.Object({ url: Type.String({ description: 'for Markdown; opened by sessions of the project' }) }),
  }),
  openTagImage: endpoint({
    method: 'GET',
    paths: ['/api/projects/:pid/images/:file'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'A picture in the instructions of a tag, for people of the project',
    refusals: ['GONE', 'RANGE_NOT_SATISFIABLE'],
    alsoAnswers: FILE_ANSWERS,
    answerType: 'application/octet-stream',
  }),
  setTag: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/tags/:tag'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Create or change a tag; classes are matched by name and keep their ids',
    body: TagBody,
    answer: ShownTag,
  }),
  getTag: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/tags/:tag'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'administration',
    summary: 'A tag with its classes',
    answer: ShownTag,
  }),
  listTags: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/tags'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'administration',
    summary: 'All tags of a project',
    answer: Type.Object({ tags: Type.Array(ShownTag) }),
  }),
}
