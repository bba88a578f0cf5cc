import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { tellPeople } from '../../store/project/notifications/notifications.ts'
import { addIssue, addIssueComment, commenters, membersNamed } from '../../store/project/work/issues.ts'

/** The longest name that is looked for. */
const MOST_WORDS = 4
const MOST_MENTIONS = 20
const LONGEST_NAME = 300

/** What may be a name behind each @ of a text: its email or first words, of all lengths, in lower case. */
export function namesMentioned(text: string): string[] {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu)].slice(0, MOST_MENTIONS)
  const names = starts.flatMap(({ index }) => {
    const [line] = text.slice(index + 1, index + 1 + LONGEST_NAME).split('\n')
    const words = line.split(/\s+/).slice(0, MOST_WORDS)
    return words.map((_, last) => withoutEnd(words.slice(0, last + 1).join(' ')).toLowerCase())
  })
  return [...new Set(names)]
}

const withoutEnd = (name: string): string => name.replace(/[\p{P}\s]+$/u, '')

/** How a person is named behind an `@` so that they are found again: by their name, where all of it can be read back. */
export const mentionOf = ({ name, email }: { name: string | null; email: string }): string =>
  name !== null && namesMentioned(`@${name}`).includes(name.toLowerCase()) ? name : email

/** Pins an issue, and notifies those whom it names. Answers its id. */
export function openIssue(pool: Pool, job: Job, made: Parameters<typeof addIssue>[2]): Promise<string> {
  return withTransaction(pool, async (db) => {
    const issueId = await addIssue(db, job, made)
    await tellOfComment(db, job, { ...made, issueId })
    return issueId
  })
}

/** False when the job has no such issue. */
export function replyToIssue(pool: Pool, job: Job, made: Comment): Promise<boolean> {
  return withTransaction(pool, async (db) => {
    const isThere = await addIssueComment(db, job, made)
    if (isThere) await tellOfComment(db, job, made)
    return isThere
  })
}

interface Comment {
  issueId: string
  userId: string
  text: string
}

/**
 * Tells those whom a comment of an issue names, and those who have written in it. Of private copies only their owner and
 * those who have written there hear: no one else sees them.
 */
async function tellOfComment(db: Queryable, job: Job, { issueId, userId, text }: Comment): Promise<void> {
  const projectId = homeOf(job)
  const told = { projectId, jobId: job.jobId, subject: job.referenceId, tag: job.tag, aboutId: userId }
  const others = (ids: readonly string[]) => ids.filter((id) => id !== userId)
  const writers = others(await commenters(db, job, issueId))
  const sees = (id: string) => job.origin === null || id === job.annotatorId || writers.includes(id)
  const names = namesMentioned(text)
  const named = names.length === 0 ? [] : others(await membersNamed(db, projectId, names))
  const mentioned = named.filter(sees)
  await tellPeople(db, mentioned, { ...told, kind: 'mentioned' })
  const replied = writers.filter((id) => !mentioned.includes(id))
  await tellPeople(db, replied, { ...told, kind: 'replied' })
}
