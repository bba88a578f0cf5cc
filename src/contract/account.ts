import { Type } from 'typebox'
import { MAX_PASSWORD_LENGTH } from '../model/people/password.ts'
import { endpoint } from './endpoint.ts'
import { LanguageName, MeAnswer, NewPasswordText, PersonName } from './people.ts'
import { EmptyAnswer } from './words.ts'

const Bindings = Type.Object({
  bindings: Type.Record(
    Type.String({ pattern: '^.{1,200}$' }),
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 8 }),
    { maxProperties: 1000, additionalProperties: false },
  ),
})

export const accountEndpoints = {
  getMe: endpoint({
    method: 'GET',
    paths: ['/api/me'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Who is signed in',
    answer: MeAnswer,
  }),
  changeMe: endpoint({
    method: 'PATCH',
    paths: ['/api/me'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Change your own name, or the language in which emails reach you',
    answer: MeAnswer,
    body: Type.Object({ name: Type.Optional(PersonName), language: Type.Optional(LanguageName) }),
  }),
  changePassword: endpoint({
    method: 'POST',
    paths: ['/api/me/password'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Change your own password; all other sessions end',
    answer: EmptyAnswer,
    refusals: ['rate_limited'],
    body: Type.Object({
      current: Type.String({ writeOnly: true, maxLength: MAX_PASSWORD_LENGTH }),
      next: NewPasswordText,
    }),
  }),
  getKeyBindings: endpoint({
    method: 'GET',
    paths: ['/api/me/keys'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Your keys of the workbench',
    answer: Bindings,
  }),
  setKeyBindings: endpoint({
    method: 'PUT',
    paths: ['/api/me/keys'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Change your keys of the workbench: all of them',
    body: Bindings,
    answer: Bindings,
  }),
}
