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
})

const Results = Type.Object({ result: Type.Array(Result), was_cancelled: Type.Optional(Type.Boolean()) })

const Task = Type.Object({
  data: Type.Record(Type.String(), Type.Unknown()),
  annotations: Type.Optional(Type.Array(Results)),
  predictions: Type.Optional(Type.Array(Results)),
})

/** The members of a task that are read; others are left alone. */
export const TaskList = Type.Array(Task)

export type LabelTask = Static<typeof Task>
export type LabelResult = Static<typeof Result>

export const checkTasks = schemaCheck(TaskList)
