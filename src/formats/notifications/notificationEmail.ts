import { beginningOf } from '../../json/beginningOf.ts'
import type { LanguageCode } from '../../model/language.ts'
import type { NotificationKind } from '../../model/notification.ts'
import { visibleText } from '../../model/visibleText.ts'
import { notificationPlace } from './notificationPlace.ts'
import { emailTextsOf } from './texts/emailTextsOf.ts'

/** The content of one notification in an email. */
export interface Noticed {
  kind: NotificationKind
  projectId: string
  projectName: string
  jobId: string | null
  tag: string | null
  subject: string | null
  about: string | null
}

/** More would be a list that people read in the app. */
const SHOWN = 20
const LONGEST_SUBJECT = 120

export interface NotificationEmail {
  subject: string
  text: string
  html: string
}

/** One email about all of them; there is at least one. */
export function notificationEmail(
  all: readonly Noticed[],
  baseUrl: string,
  language: LanguageCode | null = null,
): NotificationEmail {
  const texts = emailTextsOf(language)
  const shown = all.slice(0, SHOWN).map((one) => ({
    sentence: oneLine(filled(texts.sentences[`notifications.text.${one.kind}`], one)),
    project: oneLine(one.projectName),
    url: baseUrl + notificationPlace({ kind: one.kind, project_id: one.projectId, job_id: one.jobId }),
  }))
  const [first] = shown
  const subject =
    all.length === 1 ? `${first.sentence} – ${first.project}` : filled(texts.many, { count: `${all.length}` })
  const more = all.length > SHOWN ? [filled(texts.more, { count: `${all.length - SHOWN}` })] : []
  const { choose } = texts
  const account = `${baseUrl}/account`
  const text = [
    ...shown.map(({ sentence, project, url }) => `${sentence}\n${project}\n${url}\n`),
    ...more,
    `${choose} ${account}`,
  ].join('\n')
  const items = shown.map(
    ({ sentence, project, url }) =>
      `<p><a href="${escaped(url)}">${escaped(sentence)}</a><br><small>${escaped(project)}</small></p>`,
  )
  const rest = more.map((line) => `<p>${line}</p>`)
  const html = `${[...items, ...rest].join('\n')}\n<p><small>${choose} <a href="${escaped(account)}">${escaped(account)}</a></small></p>`
  return { subject: beginningOf(subject, LONGEST_SUBJECT), text, html }
}

/** Replaces the parts in braces once, since names may contain braces. */
const filled = (
  text: string,
  values: { subject?: string | null; about?: string | null; tag?: string | null; count?: string },
): string =>
  text.replace(/\{(subject|about|tag|count)\}/g, (_, name: 'subject' | 'about' | 'tag' | 'count') => values[name] ?? '')

/**
 * Names come from customers and people, so they must neither add lines nor change the writing direction of the text
 * around them.
 */
const oneLine = (text: string): string => visibleText(text.replace(/\s+/g, ' '))

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character])
