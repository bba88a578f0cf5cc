import { readLink, signLink } from '../../store/linkSignature.ts'

const idOf = (jobId: string, untilSeconds: string) => `${jobId}\0${untilSeconds}`

/** Query of an address that opens the files of one job, for reading, until a time (seconds since 1970). */
export function assistantLinkQuery(secret: Uint8Array, jobId: string, untilSeconds: number): string {
  const until = String(untilSeconds)
  return `?until=${until}&sig=${signLink(secret, 'assistant', idOf(jobId, until))}`
}

export const isAssistantLink = (secret: Uint8Array, jobId: string, until: string, sig: string): boolean =>
  /^\d{1,12}$/.test(until) &&
  Number(until) * 1000 > Date.now() &&
  readLink(secret, 'assistant', idOf(jobId, until), sig)?.madeBy === null
