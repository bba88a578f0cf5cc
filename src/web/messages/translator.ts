import { createIntl, createIntlCache, type FormatNumberOptions } from '@formatjs/intl'
import type { ReactNode } from 'react'
import type { AnyLanguage } from './languages.ts'
import type { Catalogue, English, MessageId, ValueArguments } from './message.ts'
import type { Label, TextValue, ValuesOf } from './messageValues.ts'

/** Values of a message with elements in it; `<name>…</name>` in the text is a function of what it encloses. */
type RichValues<Id extends MessageId> = {
  readonly [Name in keyof ValuesOf<English[Id]>]: ReactNode
} & Readonly<Record<string, ReactNode | ((enclosed: ReactNode[]) => ReactNode)>>

/** Texts, numbers and times in one language. `t('queue.title')`. */
export interface Translator {
  <Id extends MessageId>(id: Id, ...values: ValueArguments<Id>): string
  readonly language: AnyLanguage
  /** Whether there is such a text: what a service newer than this page names may have none. */
  has(id: string): id is MessageId
  /** A message made where the language was not known. */
  of(message: Label): string
  rich<Id extends MessageId>(id: Id, values: RichValues<Id>): ReactNode
  number(value: number, options?: FormatNumberOptions): string
  /** `a, b and c`. */
  list(items: readonly string[]): string
  /** A moment in the person's time zone, with the date. */
  moment(iso: string): string
  /** `5 minutes ago`, `in 2 hours`; within a minute `now`. */
  ago(iso: string, nowMs: number): string
  /** `1h 05m`, `12m`, `40s`. */
  duration(seconds: number): string
  /** How long something waits: as a duration, whole days from two on. */
  wait(seconds: number): string
  /** `0 B`, `3.4 MB`; in thousands, as disks and downloads are sold. */
  bytes(count: number): string
}

const NARROW = { unitDisplay: 'narrow' } as const

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const DAY_SECONDS = 86_400

const AGO_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_SECONDS],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * Throws where a text cannot be formatted: a test formats all of them.
 * @param messages more may be added at any time
 */
export function makeTranslator(language: AnyLanguage, messages: Catalogue): Translator {
  const locale = language === 'en-XA' ? 'en' : language
  const fail = (error: Error) => {
    throw error
  }
  const intl = createIntl<ReactNode>({ locale, messages, onError: fail }, createIntlCache())
  const plain = (value: TextValue): string | number => {
    if (typeof value !== 'object') return value
    return 'list' in value ? intl.formatList(value.list.map(of)) : of(value)
  }
  const format = (id: string, values: Readonly<Record<string, TextValue>> = {}): string =>
    intl.formatMessage(
      { id },
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
    ) as string
  const of = (message: Label): string => {
    if (typeof message === 'string') return message
    if ('verbatim' in message) return message.verbatim
    if ('parts' in message)
      return message.parts.map(of).reduce((first, second) => format('common.pair', { first, second }))
    return format(message.id, message.values)
  }
  const translate = (id: MessageId, values?: unknown) => format(id, values as Readonly<Record<string, TextValue>>)
  const number = (value: number, options?: FormatNumberOptions) => intl.formatNumber(value, options)

  const duration = (seconds: number): string => {
    if (seconds < 60) return number(Math.floor(seconds), { style: 'unit', unit: 'second', ...NARROW })
    const minutes = Math.floor(seconds / 60)
    if (minutes < 60) return number(minutes, { style: 'unit', unit: 'minute', ...NARROW })
    const hours = number(Math.floor(minutes / 60), { style: 'unit', unit: 'hour', ...NARROW })
    return `${hours} ${number(minutes % 60, { style: 'unit', unit: 'minute', ...NARROW, minimumIntegerDigits: 2 })}`
  }

  return Object.assign(translate as <Id extends MessageId>(id: Id, ...values: ValueArguments<Id>) => string, {
    language,
    has: (id: string): id is MessageId => id in messages,
    of,
    number,
    rich: (id: MessageId, values: object): ReactNode => intl.formatMessage({ id }, values as Record<string, string>),
    list: (items: readonly string[]) => intl.formatList(items),
    moment: (iso: string) => intl.formatDate(iso, { dateStyle: 'medium', timeStyle: 'short' }),
    ago: (iso: string, nowMs: number): string => {
      const seconds = (Date.parse(iso) - nowMs) / 1000
      const unit = AGO_UNITS.find(([, size]) => Math.abs(seconds) >= size)
      const [name, count] = unit ? [unit[0], Math.trunc(seconds / unit[1])] : (['second', 0] as const)
      return intl.formatRelativeTime(count, name, { numeric: 'auto' })
    },
    duration,
    wait: (seconds: number): string =>
      seconds < 2 * DAY_SECONDS
        ? duration(seconds)
        : number(Math.floor(seconds / DAY_SECONDS), { style: 'unit', unit: 'day', unitDisplay: 'long' }),
    bytes: (count: number): string => {
      const power = count < 1000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), 4)
      const value = count / 1000 ** power
      const fractionDigits = power > 0 && value < 10 ? 1 : 0
      return number(value, {
        style: 'unit',
        unit: BYTE_UNITS[power],
        unitDisplay: power === 0 ? 'narrow' : 'short',
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      })
    },
  })
}
