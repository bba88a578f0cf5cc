// Made of src/contract by `npm run clients`: do not edit.

export interface UploadedFile {
  file_id: string
  /** Upload://…, taken where a job body takes an address, in this project only. */
  url: string
  /** A relative path. */
  name: string
  size: number
  sha256: string
  kind: 'image' | 'video' | 'cloud' | 'archive' | 'log' | 'other'
  /** By content. */
  media_type: string
  /** A job or ingest uses it. */
  in_use: boolean
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** When it is deleted; null while it is used. */
  expires_at: string | null
}

export interface Upload {
  upload_id: string
  name: string
  size: number
  /** Bytes that are kept. */
  offset: number
  /** ISO 8601 with a numeric offset. */
  expires_at: string | null
  /** Once it is whole. */
  file_id: string | null
}
