import type { Command } from 'commander'
import type { CallbackSettings } from '../../client/types/admin.ts'
import type { Delivery } from '../../client/types/jobs.ts'
import type { CallbackEvent } from '../../client/types/words.ts'
import { UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'

interface SetOptions {
  url?: string
  serviceKey?: string
  signingSecret?: string
  events?: string[]
  allowOrigin?: string[]
  enable?: boolean
  disable?: boolean
}

export function callbackCommands(program: Command, session: CliSession): void {
  const callback = program.command('callback').description('callbacks: where results are announced')
  callback
    .command('set')
    .description('change what is given, leave the rest as it is; without options only show')
    .option('--url <url>')
    .option('--service-key <key>', 'sent as x-service-key')
    .option('--signing-secret <secret>', 'whsec_ and base64')
    .option('--events <events>', 'of PENDING, COMPLETED, FAILED', (text) => text.split(','))
    .option('--allow-origin <origins...>', 'further origins that jobs and batches may name')
    .option('--enable', 'switch on')
    .option('--disable', 'switch off')
    .action((options: SetOptions) => set(session, options))
  callback
    .command('test')
    .description('send a sample now')
    .action(async () => {
      const answer = await (await session.project()).admin.testCallback()
      const isReceived = answer.http_status !== null && answer.http_status >= 200 && answer.http_status < 300
      if (!isReceived) session.exitCode = 1
      session.print(answer, (shown) => card({ ...shown }))
    })
  callback
    .command('deliveries')
    .argument('<job-id>')
    .description('every attempt to deliver the callbacks of a job')
    .action(async (jobId: string) => {
      const deliveries = await (await session.project()).jobs.deliveries(jobId)
      session.print({ deliveries }, () => deliveries.map(deliveryText).join('\n') || 'none\n')
    })
  callback
    .command('resend')
    .argument('[job-id]')
    .description('send the callbacks of a job or a batch again, now')
    .option('--batch <batch-id>')
    .option('--only-failed', 'of a batch: only those that were given up or are held')
    .action(async (jobId: string | undefined, options: { batch?: string; onlyFailed?: boolean }) => {
      const { batch, onlyFailed } = options
      if ((jobId === undefined) === (batch === undefined)) throw new UsageError('give a job id, or --batch')
      const { jobs, batches } = await session.project()
      const queued = await (jobId === undefined
        ? batches.resendCallbacks(batch ?? '', onlyFailed ? 'failed' : undefined)
        : jobs.resendCallbacks(jobId))
      session.print({ queued }, () => `${queued} queued\n`)
    })
}

async function set(session: CliSession, options: SetOptions): Promise<void> {
  if (options.enable && options.disable) throw new UsageError('--enable or --disable, not both')
  const change = {
    url: options.url,
    service_key: options.serviceKey,
    signing_secret: options.signingSecret,
    events: options.events as CallbackEvent[] | undefined,
    allowed_origins: options.allowOrigin,
    enabled: options.enable ? true : options.disable ? false : undefined,
  }
  const { admin } = await session.project()
  const isChange = Object.values(change).some((value) => value !== undefined)
  session.print(await (isChange ? admin.setCallback(change) : admin.callback()), settingsText)
}

function settingsText({ service_key, signing_secret, events, allowed_origins, ...rest }: CallbackSettings): string {
  const secret = ({ set, last4 }: CallbackSettings['service_key']) => (set ? `…${last4}` : null)
  return card({
    ...rest,
    events: events.join(','),
    allowed_origins: allowed_origins.join(','),
    service_key: secret(service_key),
    signing_secret: secret(signing_secret),
  })
}

function deliveryText({ attempts, ...delivery }: Delivery): string {
  const rows = attempts.map((a) => [a.at, a.duration_ms, a.http_status, a.error ?? a.response?.slice(0, 60)])
  return `${card({ ...delivery })}${table(['AT', 'MS', 'HTTP', 'ANSWER'], rows)}`
}
