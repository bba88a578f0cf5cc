import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'

const Result = Type.Object({
  id: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  from_name: Type.Optional(Type.String()),
  original_width: Type.Optional(Type.Number()),
  original_height: Type.Optional(Type.Number()),
  value: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  parentID: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  from_id: Type.Optional(Type.String()),
  to_id: Type.Optional(Type.String()),
  direction: Type.Optional(Type.Unknown()),
  labels: Type.Optional(Type.Unknown()),
})

const Results = Type.Object({
  result: Type.Array(Result),
  was_cancelled: Type.Optional(Type.Boolean()),
  ground_truth: Type.Optional(Type.Boolean()),
})

/** The members that are read; others are left alone. */
const Task = Type.Object({
  data: Type.Record(Type.String(), Type.Unknown()),
  annotations: Type.Optional(Type.Array(Results)),
  /** Some exports have their ids alone. */
  predictions: Type.Optional(Type.Array(Type.Union([Results, Type.Integer()]))),
})

/** A record of "JSON-MIN". */
const Minimal = Type.Intersect([
  Type.Object({ annotation_id: Type.Union([Type.Integer(), Type.Null()]) }),
  Type.Record(Type.String(), Type.Unknown()),
])

export type LabelTask = Static<typeof Task>
export type LabelResult = Static<typeof Result>

export type MinimalTask = Static<typeof Minimal>

export const checkTask = schemaCheck(Task)
export const checkMinimal = schemaCheck(Minimal)

/** Whether an entry of a list is a record of "JSON-MIN". */
export const isMinimal = (value: unknown): boolean =>
  checkMinimal.accepts(value) && !Object.hasOwn(value, 'data') && !Object.hasOwn(value, 'annotations')

const checkResult = schemaCheck(Result)
export const isLabelResult = (value: unknown): value is LabelResult => checkResult.accepts(value)
