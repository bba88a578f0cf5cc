import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailReceived {
  to: string[]
  /** Head and body, with quoted-printable decoded. */
  content: string
}

/** An SMTP server on loopback that keeps what it takes. */
export class MailServer {
  readonly received: MailReceived[] = []
  /** Tries to send, those that were refused included. */
  attempts = 0
  /** Codes that the next emails are refused with, in order; then all are taken. */
  readonly answers: number[] = []
  /** As of SMTP_URL, with the password. */
  url = ''
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'fiducial' && password === 'pass word'
          ? done(null, { user: username })
          : done(new Error('wrong password')),
      onData: async (stream, { envelope: { rcptTo } }, done) => {
        const pieces: Buffer[] = []
        for await (const piece of stream) pieces.push(piece)
        this.attempts++
        const answer = this.answers.shift()
        if (answer) return done(Object.assign(new Error('not now'), { responseCode: answer }))
        this.received.push({ to: rcptTo.map(({ address }) => address), content: plain(Buffer.concat(pieces)) })
        done()
      },
    })
    // Connections that break are part of the tests.
    this.#server.on('error', () => {})
  }

  static async start(): Promise<MailServer> {
    const started = new MailServer()
    started.#server.listen(0, '127.0.0.1')
    await once(started.#server.server, 'listening')
    const { port } = started.#server.server.address() as AddressInfo
    started.url = `smtp://fiducial:pass%20word@127.0.0.1:${port}`
    return started
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

const plain = (raw: Buffer): string =>
  raw
    .toString('latin1')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
