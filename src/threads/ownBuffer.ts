import type { TransferListItem } from 'node:worker_threads'

/** What to hand over with a view whose memory is its own: it need not be copied, and is empty afterwards. */
export function ownBuffer({ buffer, byteLength }: ArrayBufferView): TransferListItem[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
