/** Address of the chunks. */
export type ChunkRequest = string

export interface ChunkAnswer {
  bytes: ArrayBuffer
  shown: Float32Array | null
}

/** Bytes so far. */
export type ChunkProgress = number
