// Made of src/contract by `npm run clients`: do not edit.

export interface NewBatch {
  /** If given, that of the address. */
  project_id?: string | null
  /** Unique in the project. */
  name?: string | null
  /** The name where no name is given. */
  label?: string | null
  description?: string | null
  callback_url?: string | null
}

export interface JobSummary {
  id: string
  reference_id: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  frames: number
  annotations: number
  priority_weight: number
  tag: string
  viewer_url: string
}

export interface BatchPage {
  id: string
  project_id: string
  name: string
  jobs: JobSummary[]
  next_page_token: string | null
}
