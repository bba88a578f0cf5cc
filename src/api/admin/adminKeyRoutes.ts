import { installationEndpoints } from '../../contract/installation.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { listAdminKeys } from '../../store/cluster/keys/keys.ts'
import { revokeAdminKey, rotateAdminKey } from '../../workflow/projects/keys.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'

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
        const key = await rotateAdminKey(pool, by, place)
        context.keys.forget()
        return { key }
      },
    }),
    route(installationEndpoints.revokeAdminKey, {
      handle: async ({ params, by }) => {
        await revokeAdminKey(pool, by, params.kid)
        context.keys.forget()
        return { key_id: params.kid }
      },
    }),
  ]
}
