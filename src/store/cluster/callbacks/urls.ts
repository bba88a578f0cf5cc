import type { Queryable } from '../../postgres/pools.ts'

/** The callback addresses of all projects that have one and have not deactivated it. */
export async function listCallbackUrls(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ url: string }>(
    'select distinct url from callback_settings where enabled and url is not null order by url',
  )
  return rows.map(({ url }) => url)
}
