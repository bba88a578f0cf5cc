import { installationEndpoints } from '../../contract/installation.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { rotateAdminKey } from '../../store/cluster/keys/adminKey.ts'
import { listAdminKeys, revokeAdminKey } from '../../store/cluster/keys/keys.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

const ID = /^[0-9a-f-]{36}$/i

/** The operator's own keys: one for each data folder, in its file `admin-key`. */
export function adminKeyRoutes(context: ApiContext): Route[] {
  const { pool, config } = context
  return [
    route(installationEndpoints.listAdminKeys, {
      handle: async () => ({
        keys: (await listAdminKeys(pool)).map((key) => ({
          key_id: key.keyId,
          last_four: key.lastFour,
          created_at: isoTime(key.createdAt),
          last_used_at: isoTimeOrNull(key.lastUsedAt),
        })),
      }),
    }),
    route(installationEndpoints.rotateAdminKey, {
      handle: async ({ by }) => {
        const place = { dataDir: config.dataDir, ownsDatabase: config.databaseUrl === null }
        const key = await withTransaction(pool, async (client) => {
          const made = await rotateAdminKey(client, place)
          const after = { key: { set: true, last4: made.slice(-4) } }
          await recordAudit(client, by, { projectId: null, action: 'admin_key.rotate', object: null, after })
          return made
        })
        context.keys.forget()
        return { key }
      },
    }),
    route(installationEndpoints.revokeAdminKey, {
      handle: async ({ params, by }) => {
        await withTransaction(pool, async (client) => {
          if (!ID.test(params.kid) || !(await revokeAdminKey(client, params.kid))) {
            throw new ApiError('resource_error', 'there is no such admin key')
          }
          await recordAudit(client, by, { projectId: null, action: 'admin_key.revoke', object: params.kid })
        })
        context.keys.forget()
        return { key_id: params.kid }
      },
    }),
  ]
}
