import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import {
  putAttachmentAccess,
  type ShownRule,
  shownAttachmentAccess,
} from '../../store/project/access/attachmentAccess.ts'
import { recordDifference } from '../../store/project/audit/audit.ts'
import {
  type CallbackSettings,
  type CallbackSettingsChange,
  getCallbackSettings,
  putCallbackSettings,
} from '../../store/project/callbacks/settings.ts'
import { listSensors, putSensor } from '../../store/project/sensors/sensors.ts'

/**
 * Changes what is given of the callback settings; the rest stays. `describe`: the settings as the audit log shows them.
 * @throws ServiceKeyNotGiven
 */
export function changeCallbackSettings(
  pool: Pool,
  masterKey: Buffer,
  by: AuditActor,
  projectId: string,
  changes: CallbackSettingsChange,
  describe: (settings: CallbackSettings | null) => object,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const before = describe(await getCallbackSettings(db, projectId))
    const after = describe(await putCallbackSettings(db, masterKey, projectId, changes))
    await recordDifference(db, by, { projectId, action: 'callback.change', object: projectId, before, after })
  })
}

/** Replaces the rules by which a project's private data is read. `shown`: the same rules without their secrets. */
export function changeAttachmentAccess(
  pool: Pool,
  masterKey: Buffer,
  by: AuditActor,
  projectId: string,
  rules: readonly object[],
  shown: readonly ShownRule[],
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const before = { rules: await shownAttachmentAccess(db, projectId) }
    await putAttachmentAccess(db, masterKey, projectId, rules, shown)
    await recordDifference(db, by, {
      projectId,
      action: 'access.change',
      object: projectId,
      before,
      after: { rules: shown },
    })
  })
}

/** Saves the configuration of a sensor, for jobs that leave it out. */
export function changeSensor(
  pool: Pool,
  by: AuditActor,
  projectId: string,
  sensorId: string,
  after: object,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const before = (await listSensors<object>(db, projectId)).get(sensorId) ?? {}
    await putSensor(db, projectId, sensorId, after)
    await recordDifference(db, by, { projectId, action: 'sensor.change', object: sensorId, before, after })
  })
}
