import { type Static, Type } from 'typebox'
import { Intrinsics } from '../formats/jobBody/schema.ts'
import { optionalOrNull, stringEnum } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'

export const SecretBody = Type.Union(
  [
    Type.String({ writeOnly: true }),
    Type.Object(
      { set: Type.Literal(true) },
      { description: 'as it is: a rule may be sent as it is shown', writeOnly: true },
    ),
  ],
  { writeOnly: true },
)

export const AccessRuleBody = Type.Object(
  {
    match: Type.String({ description: 'https://data.example/path/ or s3://bucket/prefix/' }),
    headers: Type.Optional(Type.Record(Type.String(), SecretBody, { writeOnly: true })),
    endpoint: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    access_key_id: Type.Optional(Type.String()),
    secret_access_key: Type.Optional(SecretBody),
    write: Type.Optional(Type.Boolean({ description: 's3:// only: exports may be written there' })),
  },
  { title: 'AccessRule' },
)

export type AccessRuleBody = Static<typeof AccessRuleBody>

const ShownRuleSecret = Type.Object({ set: Type.Literal(true), last4: Type.Optional(Type.String()) })

const ShownAccessRule = Type.Object(
  {
    match: Type.String(),
    headers: Type.Optional(Type.Record(Type.String(), ShownRuleSecret)),
    endpoint: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    access_key_id: Type.Optional(Type.String()),
    secret_access_key: Type.Optional(ShownRuleSecret),
    write: Type.Optional(Type.Boolean()),
  },
  { title: 'ShownAccessRule' },
)

export type ShownAccessRule = Static<typeof ShownAccessRule>

const ShownAccessRules = Type.Object({
  rules: Type.Array(ShownAccessRule),
})

export const SensorConfiguration = Type.Object(
  {
    name: optionalOrNull(Type.String()),
    modality: optionalOrNull(stringEnum('lidar', 'camera')),
    state: optionalOrNull(stringEnum('editable', 'non_editable')),
    intrinsics: optionalOrNull(Intrinsics),
    camera_model: optionalOrNull(stringEnum('brown_conrady', 'fisheye')),
  },
  { title: 'SensorConfiguration' },
)

export type SensorConfiguration = Static<typeof SensorConfiguration>

const KeptSensor = Type.Object(
  { sensor_id: Type.String(), ...SensorConfiguration.properties },
  { title: 'KeptSensor', additionalProperties: true },
)

export type KeptSensor = Static<typeof KeptSensor>

export const accessEndpoints = {
  setAttachmentAccess: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/attachment_access'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Set access rules for private data; secrets are never shown again',
    body: Type.Object({ rules: Type.Array(AccessRuleBody, { maxItems: 100 }) }),
    answer: ShownAccessRules,
  }),
  getAttachmentAccess: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/attachment_access'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'The access rules without their secrets',
    answer: ShownAccessRules,
  }),
  listSensors: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/sensors'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'administration',
    summary: 'The saved sensor configurations',
    answer: Type.Object({ sensors: Type.Array(KeptSensor) }),
  }),
  setSensor: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/sensors/:sensor'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Save the configuration of a sensor, for jobs that leave it out',
    body: SensorConfiguration,
    answer: KeptSensor,
  }),
}
