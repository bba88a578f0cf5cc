import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../src/interchange/core/zipReader.ts'
import { inFolder } from '../interchange/roundTrip.ts'
import { until } from '../support/apiClient.ts'
import type { Tenant } from '../support/tenant.ts'

/** Requests an export and unpacks its archive. */
export async function exportedEntries(tenant: Tenant, body: object): Promise<Map<string, Buffer>> {
  const { export_id } = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), body)
  const { url } = await until(async () => {
    const shown = await tenant.api.get<{ status: string; url: string; error: object }>(
      tenant.path(`/exports/${export_id}`),
    )
    assert.notEqual(shown.status, 'failed', JSON.stringify(shown.error))
    return shown.status === 'completed' ? shown : null
  })
  return unpacked(await tenant.api.call('GET', url))
}

export const unpacked = ({ bytes }: { bytes: Uint8Array }): Promise<Map<string, Buffer>> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'export.zip'), bytes)
    const archive = await openArchive(join(folder, 'export.zip'), DEFAULT_ARCHIVE_LIMITS)
    const entries = new Map<string, Buffer>()
    for (const name of archive.names) entries.set(name, Buffer.from(await archive.read(name)))
    archive.close()
    return entries
  })
