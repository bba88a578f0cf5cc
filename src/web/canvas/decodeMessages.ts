export interface DecodeRequest {
  id: number
  url: string
}

export type DecodeAnswer =
  | { id: number; kind: 'progress'; loadedBytes: number }
  | { id: number; kind: 'decoded'; bitmap: ImageBitmap }
  | { id: number; kind: 'failed'; message: string }
