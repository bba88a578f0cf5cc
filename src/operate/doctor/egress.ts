import type { Config } from '../../config.ts'
import type { EgressClient } from '../../egress/client.ts'
import { makeEgress } from '../../egress/egressFactory.ts'
import { EgressError } from '../../egress/errors.ts'
import type { Environment } from '../../settingReaders.ts'
import { listCallbackUrls } from '../../store/cluster/callbacks/urls.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type Report, reasonOf } from './examined.ts'

/** Limits the callback receivers that are tried, so that an installation with thousands finishes soon. */
const MOST_RECEIVERS = 50
const PROXY_SETTINGS = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

/**
 * Connects, as the service would and without sending anything, to receivers of callbacks and to addresses that the
 * operator names.
 */
export async function examineEgress(
  config: Config,
  env: Environment,
  { db, reach }: { db: Queryable | null; reach: readonly string[] },
  report: Report,
): Promise<void> {
  const proxy = PROXY_SETTINGS.find((name) => env[name] || env[name.toLowerCase()])
  if (proxy) {
    report.warning(
      `${proxy} is set, and the service does not use it: it connects directly`,
      'Let this machine reach the addresses of data and callbacks without the proxy.',
    )
  }
  const egress = makeEgress(config.allowNetworks)
  try {
    const receivers = db ? originsOf(await listCallbackUrls(db)).slice(0, MOST_RECEIVERS) : []
    const faults = await Promise.all([...reach, ...receivers].map((url) => faultOf(egress, url)))
    for (const [i, url] of [...reach, ...receivers].entries()) {
      const fault = faults[i]
      if (!fault) report.ok(`${url} is reached`)
      // A customer's unavailable receiver is theirs to fix, and does not prevent a start.
      else if (i < reach.length) report.failed(`${url}: ${fault.found}`, fault.advice)
      else report.warning(`callbacks to ${url}: ${fault.found}`, fault.advice)
    }
    if (faults.length === 0) report.ok('no callback to try; name an address with --reach URL')
  } finally {
    await egress.close()
  }
}

const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
]

async function faultOf(egress: EgressClient, url: string): Promise<{ found: string; advice: string } | null> {
  try {
    await egress.reach(egress.parse(url))
    return null
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.kind === 'forbidden') {
      return {
        found: 'its address is private or of this machine',
        advice: 'If it is meant, add its network to ALLOW_NETWORKS.',
      }
    }
    if (error.kind === 'permanent') return { found: error.message, advice: 'Correct the address.' }
    return { found: reasonOf(error), advice: 'Check its name and port, DNS and the firewall between.' }
  }
}
