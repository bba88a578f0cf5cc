import type { NotificationKind } from '../../model/notification.ts'
import { notificationPlace } from './notificationPlace.ts'

/** What an e-mail says of one notification. */
export interface Noticed {
  kind: NotificationKind
  projectId: string
  projectName: string
  jobId: string | null
  tag: string | null
  subject: string | null
  about: string | null
}

type Facts = Pick<Noticed, 'tag' | 'subject' | 'about'>

const SENTENCES: Readonly<Record<NotificationKind, (of: Facts) => string>> = {
  work_returned: ({ subject }) => `${subject} was rejected and waits for your rework`,
  mentioned: ({ about, subject }) => `${about} mentioned you in an issue of ${subject}`,
  replied: ({ about, subject }) => `${about} replied to an issue of ${subject}`,
  contest_decided: ({ subject }) => `Your contest of ${subject} was decided`,
  batch_completed: ({ subject }) => `The batch ${subject} is complete`,
  contest_opened: ({ about, tag }) => `${about} contests a verdict (${tag})`,
  person_paused: ({ about, tag }) => `${about} was paused (${tag})`,
  person_flagged: ({ about, tag }) => `${about} scores low on gold (${tag})`,
  consensus_short: () => 'A consensus job has waited an hour for more annotators',
  gold_used_up: ({ about, tag }) => `${about} has used up the gold (${tag})`,
  training_used_up: ({ about, tag }) => `${about} has used up the training jobs (${tag})`,
  gold_questioned: ({ tag }) => `Good annotators fail a gold job (${tag})`,
  receiver_failing: () => 'Callbacks were deactivated: the receiver fails',
}

/** More would be a list that people read in the app. */
const SHOWN = 20
const LONGEST_SUBJECT = 120

export interface NotificationEmail {
  subject: string
  text: string
  html: string
}

/** One e-mail about all of them, which are at least one. */
export function notificationEmail(all: readonly Noticed[], baseUrl: string): NotificationEmail {
  const shown = all.slice(0, SHOWN).map((one) => ({
    sentence: oneLine(SENTENCES[one.kind](one)),
    project: oneLine(one.projectName),
    url: baseUrl + notificationPlace({ kind: one.kind, project_id: one.projectId, job_id: one.jobId }),
  }))
  const [first] = shown
  const subject =
    all.length === 1 ? `${first.sentence} – ${first.project}` : `${all.length} notifications from Fiducial`
  const more = all.length > SHOWN ? [`And ${all.length - SHOWN} more.`] : []
  const choose = 'Choose what you hear of by e-mail:'
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
  return { subject: subject.slice(0, LONGEST_SUBJECT), text, html }
}

/** Names come from customers and people: they cannot add lines. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character])
