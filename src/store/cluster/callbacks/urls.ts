import type { Queryable } from '../../postgres/pools.ts'

/** Where callbacks of all projects go that have any and have not been switched off. */
export async function listCallbackUrls(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ url: string }>(
    'select distinct url from callback_settings where enabled and url is not null order by url',
  )
  return rows.map(({ url }) => url)
}
