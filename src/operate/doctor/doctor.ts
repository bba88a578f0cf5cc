import type { Environment } from '../../settingReaders.ts'
import { examineClock } from './clock.ts'
import { examineDatabase } from './database.ts'
import { examineEgress } from './egress.ts'
import { examineEmail } from './email.ts'
import { type Examined, Report } from './examined.ts'
import { examineModels } from './models.ts'
import { examineSettings } from './settings.ts'
import { examineStorage } from './storage.ts'

/**
 * Examines everything that the service needs, with its settings. The service may be running; only the test file that
 * every start writes to the storage is changed.
 * @param reach addresses that the service should be able to call
 */
export async function examine(env: Environment, reach: readonly string[]): Promise<Examined[]> {
  const { report: settings, config } = examineSettings(env)
  if (!config || settings.all.some(({ state }) => state === 'failed')) return settings.all
  const [database, storage, clock, egress, email, models] = (
    ['database', 'storage', 'clock', 'egress', 'email', 'models'] as const
  ).map((part) => new Report(part))
  const opened = await examineDatabase(config, env, database)
  try {
    const db = opened?.isMigrated ? opened.client : null
    await examineStorage(config, db, storage)
    if (opened) await examineClock(opened.client, clock)
    await examineEgress(config, env, { db, reach }, egress)
    await examineEmail(config, email)
    await examineModels(config, models)
  } finally {
    await opened?.close()
  }
  return [settings, database, storage, clock, egress, email, models].flatMap(({ all }) => all)
}
