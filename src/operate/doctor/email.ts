import type { Config } from '../../config.ts'
import { MailError, openMailer } from '../../egress/mailer.ts'
import type { Report } from './examined.ts'

const TIMEOUT_MS = 10_000

/** Connects and signs in to the mail server without sending. */
export async function examineEmail({ smtp }: Config, report: Report): Promise<void> {
  if (smtp === null) return report.ok('none is sent: SMTP_URL is not set')
  const mailer = openMailer(smtp, TIMEOUT_MS)
  const { host } = new URL(smtp.url)
  try {
    await mailer.verify()
    report.ok(`${host} takes email`)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    // Everything but email works without it.
    report.warning(`${host} takes no email: ${error.message}`, 'Check host, port, user and password in SMTP_URL.')
  } finally {
    mailer.close()
  }
}
