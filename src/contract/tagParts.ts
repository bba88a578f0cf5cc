import { type Static, Type } from 'typebox'
import { optionalOrNull, orNull, stringEnum } from '../formats/json/schemas.ts'
import { ATTRIBUTE_TYPES, type AttributeScope } from '../model/attribute.ts'
import { CHECK_SETTINGS, HOLD_RULES } from '../model/checks/settings.ts'
import { settingsBody } from './words.ts'

const DependencyBody = settingsBody({
  attribute: Type.String({ description: 'one before it in the list, of the same `per`' }),
  values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    minItems: 1,
    maxItems: 1000,
    description: 'it is asked for where that one has one of these',
  }),
})

type AttributeDefault = string | number | boolean | string[]

export const attributeMembers = (...per: AttributeScope[]) =>
  settingsBody({
    name: Type.String({ minLength: 1, maxLength: 256 }),
    type: stringEnum(...ATTRIBUTE_TYPES),
    options: optionalOrNull(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true })),
    required: optionalOrNull(Type.Boolean()),
    default: Type.Optional(Type.Unsafe<AttributeDefault | null>({})),
    per: Type.Unsafe<AttributeScope>(stringEnum(...per)),
    depends_on: Type.Optional(orNull(DependencyBody)),
  })

export const ObjectAttribute = attributeMembers('object', 'frame')

export const TagAttribute = attributeMembers('job', 'frame')

export const ShownAttribute = Type.Object(
  {
    name: Type.String(),
    type: stringEnum(...ATTRIBUTE_TYPES),
    options: Type.Array(Type.String()),
    required: Type.Boolean(),
    default: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()]),
    per: stringEnum('object', 'frame', 'job'),
    depends_on: Type.Optional(DependencyBody),
  },
  { title: 'Attribute' },
)

/** What a tag says about its checks, and a class about how fast its objects are. */
export const CheckSettingsBody = {
  checks: optionalOrNull(Type.Record(Type.String(), Type.Unknown(), { description: 'by code: error, warning or off' })),
  strict: optionalOrNull(Type.Boolean({ description: 'results of programs with errors are refused' })),
  hold: optionalOrNull(stringEnum(...HOLD_RULES)),
}

export const ShownCheckSettings = {
  checks: Type.Record(Type.String(), stringEnum(...CHECK_SETTINGS)),
  strict: Type.Boolean(),
  hold: stringEnum(...HOLD_RULES),
}

const MotionLimit = Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })

export const MotionLimits = { max_speed_mps: optionalOrNull(MotionLimit), max_turn_dps: optionalOrNull(MotionLimit) }

export const ShownMotionLimits = { max_speed_mps: Type.Optional(MotionLimit), max_turn_dps: Type.Optional(MotionLimit) }

const CheckShare = Type.Number({ minimum: 0, maximum: 1 })

export const GoldBody = settingsBody({
  share: CheckShare,
  pass: Type.Optional(CheckShare),
  action: Type.Optional(stringEnum('flag', 'pause')),
  feedback: Type.Optional(Type.Boolean()),
})

export const TrainingBody = settingsBody({
  jobs: Type.Integer({ minimum: 1, maximum: 1000 }),
  pass: Type.Optional(CheckShare),
})

export const ConsensusBody = settingsBody({
  annotators: Type.Integer({ minimum: 2, maximum: 20 }),
  agreement: Type.Optional(CheckShare),
  share: Type.Optional(CheckShare),
})

const ClassNames = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 1000,
  uniqueItems: true,
  description: 'names of classes',
})

const relationMembers = { name: Type.String({ minLength: 1, maxLength: 256 }), from: ClassNames, to: ClassNames }

const MostRelations = Type.Integer({
  minimum: 1,
  description: 'how many relations of this name may start at one object',
})

export const TagRelationBody = settingsBody(
  { ...relationMembers, max: optionalOrNull(MostRelations) },
  { title: 'TagRelationBody' },
)

export type TagRelationBody = Static<typeof TagRelationBody>

export const ShownRelation = Type.Object({ ...relationMembers, max: Type.Optional(MostRelations) })

const TemplateShare = Type.Number({ minimum: 0, maximum: 1 })

/** The keypoints of a class and what joins them. */
export const SkeletonBody = settingsBody(
  {
    points: Type.Array(
      settingsBody({ name: Type.String({ minLength: 1, maxLength: 256 }), x: TemplateShare, y: TemplateShare }),
      {
        minItems: 1,
        maxItems: 500,
        description: 'labelled 1, 2, 3 … in results; x and y: place in the template, 0 to 1, y down',
      },
    ),
    edges: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
      maxItems: 2000,
      description: 'pairs of labels',
    }),
  },
  { title: 'SkeletonBody' },
)

export type SkeletonBody = Static<typeof SkeletonBody>

/** How far each keypoint of a class may be off. */
export const Sigmas = Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1 }), {
  minItems: 1,
  maxItems: 500,
  description: "sigma of each key point, in the order of labels, for COCO's object keypoint similarity",
})

export type AttributeBody = Static<typeof ObjectAttribute>
