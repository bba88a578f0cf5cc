import type { Config } from '../config.ts'
import type { RoleMap } from '../model/people/roleMap.ts'
import { adminKeyFile } from '../store/cluster/keys/adminKey.ts'
import { createInvitation, hasAdmin } from '../store/cluster/people/users.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { VERSION } from './version.ts'

const SETUP_HOURS = 24

/**
 * To stdout alone, not to the log: the set-up link is a secret for a day. Answers the link; null where there is an admin.
 */
export async function printWelcome(
  pool: Pool,
  config: Config,
  { baseUrl, roleMap }: { baseUrl: string; roleMap: RoleMap | null },
): Promise<string | null> {
  const lines = [
    `Fiducial ${VERSION} is ready at ${baseUrl}`,
    `API to read and try: ${baseUrl}/docs`,
    `The admin key is in ${adminKeyFile(config.dataDir)}`,
  ]
  let setUpLink: string | null = null
  const byProvider = roleMap !== null && [...roleMap.values()].some(({ role }) => role === 'admin')
  if (config.roles.has('api') && !byProvider && !(await hasAdmin(pool, roleMap !== null))) {
    const token = await createInvitation(pool, { userId: null, by: null, hours: SETUP_HOURS })
    setUpLink = `${baseUrl}/setup#token=${token}`
    lines.push(`Make the first admin here (one use, ${SETUP_HOURS} h): ${setUpLink}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  return setUpLink
}
