/** url null: never mind. */
export interface ChunkRequest {
  id: number
  url: string | null
}
export type ChunkAnswer =
  | { id: number; bytes: ArrayBuffer; shown: Float32Array | null }
  | { id: number; error: string }
  /** Bytes so far. */
  | { id: number; loaded: number }
