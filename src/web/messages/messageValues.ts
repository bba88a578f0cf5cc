/**
 * The values a message needs, read from its English text: `'{count, plural, one {# job} other {# jobs}} in {name}'`
 * needs `{ count: number; name: TextValue }`. A branch of a plural must not be a single bare word, or it would look
 * like a value; a test holds that.
 */
export type ValuesOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Found<Rest> & ValuesOf<Rest>
  : unknown

type Found<Rest extends string> = Rest extends `${infer Head}}${string}`
  ? Head extends `${infer Name}, ${infer Kind}`
    ? Named<Name, Kind extends `plural${string}` | `number${string}` ? number : TextValue>
    : Named<Head, TextValue>
  : unknown

type Named<Name extends string, Value> = Name extends '' | `${string}${' ' | '#' | '{' | '<' | '/'}${string}`
  ? unknown
  : { readonly [K in Name]: Value }

/** What can be put into a message: numbers are spelled by locale, messages are translated too. */
export type TextValue = string | number | Message | { readonly list: readonly Message[] }

/** A message whose language is chosen when it is shown. */
export type Message =
  | { readonly id: string; readonly values?: Readonly<Record<string, TextValue>> }
  | { readonly verbatim: string }
  /** Facts side by side, no sentence: `car, front, frame 3`. */
  | { readonly parts: readonly Message[] }

/** Until every label is a message, plain text is one too. */
export type Label = Message | string
