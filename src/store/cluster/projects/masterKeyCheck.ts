import type { Queryable } from '../../postgres/pools.ts'
import { linkSecretContext } from '../../project/projects/projects.ts'
import { openSecret, SealError } from '../../secrets.ts'

/** The master key is not the one that sealed what the database holds. */
export class WrongMasterKeyError extends Error {}

/** @throws WrongMasterKeyError; in a database without projects, every key is valid */
export async function checkMasterKey(db: Queryable, masterKey: Uint8Array): Promise<void> {
  const { rows } = await db.query<{ id: string; link_secret: Buffer }>('select id, link_secret from projects limit 1')
  if (!rows[0]) return
  try {
    openSecret(masterKey, rows[0].link_secret, linkSecretContext(rows[0].id))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new WrongMasterKeyError(
      'SECRET_KEY does not open the secrets that this database holds: they were sealed with another key. Start with the key that they were sealed with (SECRET_KEY, or the file secret-key of the DATA_DIR that it was made in).',
    )
  }
}
