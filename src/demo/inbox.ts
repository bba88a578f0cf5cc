import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { CallbackToVerify } from '../client/verifyCallback.ts'
import { CallbackVerificationError, verifyCallback } from '../client/verifyCallback.ts'

/** A callback as it came in. */
export interface Letter {
  /** From 1, in the order they came. */
  number: number
  receivedAt: string
  project: string
  webhookId: string
  /** null: the signature and the service key are right. */
  fault: string | null
  jobId: string
  referenceId: string
  status: string
  /** Indented JSON; a body that is not JSON stays unchanged. */
  body: string
}

type ReceivedCallback = CallbackToVerify & { headers: IncomingHttpHeaders; body: Buffer }

type NewLetter = Omit<Letter, 'number'>

const MOST_LETTERS = 200

/** What a customer's receiver has to do: verify, ignore what came before, remember. The newest come first. */
export class Inbox {
  readonly letters: Letter[] = []
  readonly #file: string
  #count = 0

  /** Letters of earlier runs are read from `file`, one a line; verified ones are added to it. */
  constructor(file: string) {
    this.#file = file
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      // The last line is half written when the machine stopped in between.
      if (line.endsWith('}')) this.#add(JSON.parse(line) as NewLetter)
    }
  }

  /** True where the callback was verified; only then may it be answered with success. */
  async receive(project: string, callback: ReceivedCallback): Promise<boolean> {
    const letter = await readLetter(project, callback)
    if (letter.fault !== null) this.#add(letter)
    else if (!this.letters.some((known) => known.fault === null && known.webhookId === letter.webhookId)) {
      appendFileSync(this.#file, `${JSON.stringify(letter)}\n`, { mode: 0o600 })
      this.#add(letter)
    }
    return letter.fault === null
  }

  hasVerified(jobId: string, status: string): boolean {
    return this.letters.some((letter) => letter.fault === null && letter.jobId === jobId && letter.status === status)
  }

  #add(letter: NewLetter): void {
    this.letters.unshift({ ...letter, number: ++this.#count })
    this.letters.length = Math.min(this.letters.length, MOST_LETTERS)
  }
}

async function readLetter(project: string, callback: ReceivedCallback): Promise<NewLetter> {
  const webhookId = String(callback.headers['webhook-id'] ?? '')
  const letter = { receivedAt: new Date().toISOString(), project, webhookId }
  try {
    const { annotations } = await verifyCallback(callback)
    const [{ job_id: jobId, reference_id: referenceId, status }] = annotations
    return { ...letter, fault: null, jobId, referenceId, status, body: pretty(callback.body) }
  } catch (error) {
    if (!(error instanceof CallbackVerificationError)) throw error
    return { ...letter, fault: error.fault, jobId: '', referenceId: '', status: '', body: pretty(callback.body) }
  }
}

function pretty(body: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')), null, 2)
  } catch {
    return body.toString('utf8')
  }
}
