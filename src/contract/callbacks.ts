import { type Static, Type } from 'typebox'
import { optionalOrNull, orNull, stringEnum } from '../formats/json/schemas.ts'
import { CALLBACK_EVENTS } from '../model/callbackEvent.ts'
import { endpoint } from './endpoint.ts'
import { settingsBody } from './words.ts'

const CallbackEvent = stringEnum(...CALLBACK_EVENTS)

export type CallbackEvent = Static<typeof CallbackEvent>

export const ServiceKey = Type.String({ writeOnly: true, minLength: 1, maxLength: 1024, pattern: '^[\\x20-\\x7e]+$' })

const CallbackChange = settingsBody(
  {
    url: optionalOrNull(Type.String()),
    service_key: optionalOrNull(ServiceKey),
    signing_secret: optionalOrNull(Type.String({ writeOnly: true })),
    events: Type.Optional(Type.Array(CallbackEvent, { uniqueItems: true })),
    allowed_origins: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'CallbackChange' },
)

export type CallbackChange = Static<typeof CallbackChange>

const ShownSecret = Type.Object({ set: Type.Boolean(), last4: orNull(Type.String()) }, { title: 'ShownSecret' })

export type ShownSecret = Static<typeof ShownSecret>

const ShownCallback = Type.Object(
  {
    url: orNull(Type.String()),
    service_key: ShownSecret,
    signing_secret: ShownSecret,
    events: Type.Array(CallbackEvent),
    allowed_origins: Type.Array(Type.String()),
    enabled: Type.Boolean(),
    disabled_reason: orNull(Type.String()),
  },
  { title: 'CallbackSettings' },
)

export type ShownCallback = Static<typeof ShownCallback>

const CallbackTest = Type.Object(
  {
    http_status: orNull(Type.Integer()),
    duration_ms: Type.Number(),
    response: orNull(Type.String()),
    error: orNull(Type.String()),
  },
  { title: 'CallbackTest' },
)

export const callbackEndpoints = {
  setCallback: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/callback'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'callbacks',
    summary: 'Change the callback settings; members left out do not change',
    body: CallbackChange,
    answer: ShownCallback,
  }),
  getCallback: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/callback'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'callbacks',
    summary: 'The callback settings; secrets by their last four characters',
    answer: ShownCallback,
  }),
  testCallback: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/callback/test'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'callbacks',
    summary: 'Send a sample now and return the answer',
    body: Type.Object({}),
    bodyOptional: true,
    answer: CallbackTest,
  }),
}
