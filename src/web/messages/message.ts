import type { english } from './en/english.ts'
import type { englishParts } from './en/englishParts.ts'
import type { Message, TextValue, ValuesOf } from './messageValues.ts'

export type English = typeof english
export type MessageId = keyof English

/** What a step of undo is called. */
export type EditId = Extract<MessageId, `edit.${string}`>

/** The parts that are loaded one by one: the texts of some pages, of an editor, of dialogs. */
export type TextPart = keyof typeof englishParts

/** How each part of a language is loaded: the same texts as in English. */
export type PartLoaders = {
  readonly [Part in TextPart]: () => Promise<
    Readonly<Record<keyof Awaited<ReturnType<(typeof englishParts)[Part]>>, string>>
  >
}

/** The texts of one language by id, as far as they are loaded. */
export type Catalogue = Record<string, string>

/** No argument for a message without values, else one object with all of them. */
export type ValueArguments<Id extends MessageId> =
  unknown extends ValuesOf<English[Id]> ? [] : [values: ValuesOf<English[Id]>]

/** A message for code that does not know the language: tools, commands, notices. */
export function msg<Id extends MessageId>(id: Id, ...[values]: ValueArguments<Id>): Message {
  return values === undefined ? { id } : { id, values: values as Readonly<Record<string, TextValue>> }
}

/** Text of a person, the same in each language: the name of a class, a file. */
export const verbatim = (text: string): Message => ({ verbatim: text })
