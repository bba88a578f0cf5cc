import type { TransferListItem } from 'node:worker_threads'

/** The buffer to transfer with a view that uses all of it: it is moved instead of copied, and is empty afterwards. */
export function ownBuffer({ buffer, byteLength }: ArrayBufferView): TransferListItem[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
