import { readLink, signLink } from '../../store/linkSignature.ts'

/** A task as the person who works at it holds it. */
export interface TaskLease {
  runId: string
  leaseId: string
}

const TASK = /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/

const idOf = (jobId: string, end: string) => `${jobId}\0${end}`

/** Query of an address that opens the files of one job, for reading, until a time (seconds since 1970). */
export function assistantLinkQuery(secret: Uint8Array, jobId: string, untilSeconds: number): string {
  const until = String(untilSeconds)
  return `?until=${until}&sig=${signLink(secret, 'assistant', idOf(jobId, until))}`
}

/** Query of an address that opens the files of one job, for reading, as long as a task's lease lasts. */
export const taskLinkQuery = (secret: Uint8Array, jobId: string, { runId, leaseId }: TaskLease): string =>
  `?task=${runId}.${leaseId}&sig=${signLink(secret, 'assistant', idOf(jobId, `${runId}.${leaseId}`))}`

/** The task that an address names, whose lease has to hold; null for a wrong signature. */
export function readTaskLink(secret: Uint8Array, jobId: string, task: string, sig: string): TaskLease | null {
  const [runId, leaseId] = task.split('.')
  const isSigned = TASK.test(task) && readLink(secret, 'assistant', idOf(jobId, task), sig)?.madeBy === null
  return isSigned ? { runId, leaseId } : null
}

export const isAssistantLink = (secret: Uint8Array, jobId: string, until: string, sig: string): boolean =>
  /^\d{1,12}$/.test(until) &&
  Number(until) * 1000 > Date.now() &&
  readLink(secret, 'assistant', idOf(jobId, until), sig)?.madeBy === null
