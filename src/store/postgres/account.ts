import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The system account that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
  /** Whether it is another than ours: PostgreSQL refuses to run as root. */
  foreign: boolean
}

/**
 * Our own account or, as root, the owner of the cluster, `fiducial` if it exists, `postgres`, or `nobody`: initdb needs
 * an account with a name.
 * @param cluster data directory, which may not exist yet
 * @throws Error if the cluster belongs to another account, or no account can be found
 */
export function chooseAccount(cluster: string): Account {
  const uid = process.getuid?.() ?? -1
  const gid = process.getgid?.() ?? -1
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to user id ${owner.uid}, but this process runs as ${uid}; start it as that user`,
      )
    }
    return { uid, gid, foreign: false }
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, foreign: true }
  for (const name of ['fiducial', 'postgres', 'nobody']) {
    const ids = [lookUp('-u', name), lookUp('-g', name)]
    if (ids[0] !== null && ids[1] !== null) return { uid: ids[0], gid: ids[1], foreign: true }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "fiducial", "postgres" or "nobody": set DATABASE_URL',
  )
}

/** The options that make spawn run the child as the account. */
export const spawnAs = (account: Account) => (account.foreign ? { uid: account.uid, gid: account.gid } : {})

/** Whether the account can enter, read and, if asked, write the folder: asked of the system, as modes are not all there is. */
export function canUse(account: Account, folder: string, write: boolean): boolean {
  const test = `cd -- "$1" && test -r . ${write ? '&& test -w .' : ''}`
  return spawnSync('/bin/sh', ['-c', test, 'sh', folder], { ...spawnAs(account), cwd: '/', env: {} }).status === 0
}

function lookUp(what: string, name: string): number | null {
  const answer = spawnSync('id', [what, name], { encoding: 'utf8' })
  return answer.status === 0 ? Number(answer.stdout) : null
}
