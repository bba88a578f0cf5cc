import { readLink, signLink } from '../../store/linkSignature.ts'
import type { ExportRow } from '../../store/project/exports/exports.ts'

/** What a signature covers: the archive and the end of its time, in seconds since 1970. */
const signed = (exportId: string, expires: number) => `${exportId}\0${expires}`

/** @param madeBy the person who asked, with whom the address ends; null: a customer's key */
export function exportUrl(baseUrl: string, linkSecret: Uint8Array, row: ExportRow, madeBy: string | null): string {
  const expires = Math.floor((row.expiresAt?.getTime() ?? 0) / 1000)
  const sig = signLink(linkSecret, 'export', signed(row.exportId, expires), madeBy)
  return `${baseUrl}/v1/projects/${row.projectId}/exports/${row.exportId}/${exportName(row)}?expires=${expires}&sig=${sig}`
}

export const exportName = ({ format, exportId }: Pick<ExportRow, 'format' | 'exportId'>): string =>
  `${format}-${exportId.slice(0, 8)}.zip`

/** The owner of an unexpired address; null if it opens nothing. */
export function readExportLink(
  linkSecret: Uint8Array,
  exportId: string,
  { expires, sig }: { expires?: number; sig?: string },
  nowMs: number,
): { madeBy: string | null } | null {
  if (expires === undefined || sig === undefined || expires * 1000 < nowMs) return null
  return readLink(linkSecret, 'export', signed(exportId, expires), sig)
}
