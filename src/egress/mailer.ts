import { createTransport } from 'nodemailer'

export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** Stays the same for every attempt. */
  messageId: string
}

/** Why an email was not sent. */
export class MailError extends Error {
  /**
   * `permanent`: the server refuses this address. `unknown`: the connection broke after the email was sent, and before
   * the answer. `temporary`: it was not sent, and can be retried.
   */
  readonly kind: 'permanent' | 'unknown' | 'temporary'

  constructor(kind: MailError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface Mailer {
  /** @throws MailError */
  send(email: Email): Promise<void>
  /** Connects and signs in without sending. @throws MailError */
  verify(): Promise<void>
  close(): void
}

/**
 * Sends through the operator's SMTP server. Its address is a setting, so it does not pass the guard of customers'
 * addresses.
 */
export function openMailer({ url, from }: { url: string; from: string }, timeoutMs = 30_000): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    send: async (email) => {
      await transport.sendMail({ ...email, headers: { 'auto-submitted': 'auto-generated' } }).catch(fail)
    },
    verify: async () => {
      await transport.verify().catch(fail)
    },
    close: () => transport.close(),
  }
}

function fail(error: unknown): never {
  const [code, command, answer] = [memberOf(error, 'code'), memberOf(error, 'command'), memberOf(error, 'responseCode')]
  const isAnswered = typeof answer === 'number'
  // Servers may repeat what was sent to them, so only their status code is shown.
  const said = isAnswered ? `the server answered ${answer}` : String(code ?? error)
  const isOfAddress = code === 'EENVELOPE' && isAnswered && answer >= 550
  const isOnItsWay = command === 'DATA' && !isAnswered
  throw new MailError(isOfAddress ? 'permanent' : isOnItsWay ? 'unknown' : 'temporary', said)
}

const memberOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined
