import { type Static, type TSchema, Type } from 'typebox'
import { SOURCES } from '../../model/document/document.ts'
import type { Edit, SetKeys } from '../../model/document/operations/documentOperation.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { type SchemaCheck, schemaCheck } from '../json/schemaFailures.ts'
import { shapeFailures } from './shapeCheck.ts'

const Id = Type.String({ minLength: 1, maxLength: 1024 })
const Name = Type.String({ maxLength: 1024 })
const Frame = Type.Integer({ minimum: 0 })
const Index = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])
const SensorId = Type.Union([Type.String({ maxLength: 1024 }), Type.Null()])
const Metres = Type.Number({ exclusiveMinimum: 0 })
const Dimensions = Type.Object({ length: Metres, width: Metres, height: Metres })
const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()])
const Steps = Type.Array(Type.Object({ frame: Frame, value: Value }))
// In the form of JSON Schema 2020-12.
const pair = <S extends TSchema>(value: S) =>
  Type.Unsafe<[string, Static<S>]>({ type: 'array', prefixItems: [Name, value], minItems: 2, maxItems: 2 })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

// Shapes are looked at one by one, by their own type: see shapeCheck.
const ShapeKey = Type.Object({
  kind: Type.Literal('shape'),
  frame: Frame,
  id: orNull(Type.String()),
  keyFrame: Type.Boolean(),
  source: Type.Unsafe<string>({ type: 'string', enum: [...SOURCES] }),
  hidden: Type.Boolean(),
  linked: Type.Boolean(),
  unsure: Type.Optional(Type.Literal(true)),
  shape: Type.Object({}),
})
const OutKey = Type.Object({ kind: Type.Literal('out'), frame: Frame })
const Keys = Type.Array(Type.Union([OutKey, ShapeKey]))
const PathParts = { keys: Keys, attributes: Type.Array(pair(Steps)) }
const CuboidPath = Type.Object({ ...PathParts, dimensions: Dimensions })
const FlatPath = Type.Object({ ...PathParts, follows: Type.Boolean() })
const Relations = Type.Array(Type.Object({ name: Name, to: Id }))
const ObjectNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 }))
const Track = Type.Object({
  id: Id,
  entryId: orNull(Type.String()),
  classId: Id,
  number: ObjectNumber,
  stationary: Type.Boolean(),
  attributes: Type.Array(pair(Value)),
  cuboid: orNull(CuboidPath),
  views: Type.Array(pair(FlatPath)),
  relations: Type.Optional(Relations),
})
const LegendEntry = Type.Object({
  id: Id,
  labelKey: Type.Integer({ minimum: 0, maximum: 0xffffffff }),
  classId: orNull(Id),
  instance: orNull(Type.Integer({ minimum: 0 })),
  color: orNull(Type.String({ maxLength: 64 })),
})

const OPERATIONS: Readonly<Record<Edit['type'], TSchema>> = {
  putTrack: Type.Object({ track: Track, index: Index }),
  removeTrack: Type.Object({ trackId: Id }),
  setClass: Type.Object({ trackId: Id, classId: Id, number: ObjectNumber }),
  setStationary: Type.Object({ trackId: Id, stationary: Type.Boolean() }),
  setObjectAttribute: Type.Object({ trackId: Id, name: Name, value: Value }),
  setRelations: Type.Object({ trackId: Id, relations: Relations }),
  putPath: Type.Union([
    Type.Object({ trackId: Id, sensorId: Type.Null(), path: CuboidPath, index: Index }),
    Type.Object({ trackId: Id, sensorId: Type.String(), path: FlatPath, index: Index }),
  ]),
  removePath: Type.Object({ trackId: Id, sensorId: SensorId }),
  setKeys: Type.Object({ trackId: Id, sensorId: SensorId, first: Frame, last: Frame, keys: Keys }),
  setDimensions: Type.Object({ trackId: Id, dimensions: Dimensions }),
  setSteps: Type.Object({ trackId: Id, sensorId: SensorId, name: Name, steps: Steps }),
  setFollows: Type.Object({ trackId: Id, sensorId: Type.String(), follows: Type.Boolean() }),
  setJobAttribute: Type.Object({ name: Name, value: Value }),
  setFrameAttribute: Type.Object({ frame: Frame, name: Name, value: Value }),
  putLegendEntry: Type.Object({ entry: LegendEntry, index: Index }),
  removeLegendEntry: Type.Object({ id: Id }),
  // Applying the edit checks whether these are runs and fit the cloud.
  setLabels: Type.Object({ runs: Type.String() }),
}

const CHECKS = new Map<unknown, SchemaCheck<TSchema>>(
  Object.entries(OPERATIONS).map(([type, schema]) => [type, schemaCheck(schema)]),
)

/** What keeps JSON from being an operation, by its path; applying it checks whether it fits a document. */
export function operationFailures(value: unknown, field: string): Fault[] {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const check = CHECKS.get(type)
  if (!check) {
    const fault = type === undefined ? 'MISSING' : 'INVALID_VALUE'
    return [faultAt(`${field}.type`, fault, [...CHECKS.keys()].join(' or '), type)]
  }
  const failures = check.failures(value, field)
  return failures.length > 0 ? failures : keysOf(value as Edit, field).flatMap(keyFailures)
}

type AnyKey = SetKeys['keys'][number]
type FoundKey = { key: AnyKey; field: string }

function keysOf(operation: Edit, field: string): FoundKey[] {
  const all = (keys: readonly AnyKey[], at: string): FoundKey[] =>
    keys.map((key, index) => ({ key, field: `${at}.keys[${index}]` }))
  if (operation.type === 'setKeys') return all(operation.keys, field)
  if (operation.type === 'putPath') return all(operation.path.keys, `${field}.path`)
  if (operation.type !== 'putTrack') return []
  const { cuboid, views } = operation.track
  return [
    ...all(cuboid?.keys ?? [], `${field}.track.cuboid`),
    ...views.flatMap(([, view], index) => all(view.keys, `${field}.track.views[${index}][1]`)),
  ]
}

const keyFailures = ({ key, field }: FoundKey): Fault[] =>
  key.kind === 'shape' ? shapeFailures(key.shape, `${field}.shape`) : []
