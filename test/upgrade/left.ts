/** The secret key of every installation that is kept here. */
export const SECRET_KEY = 'a key of thirty-two characters and more, kept for upgrades'

/** The content that an earlier version left; next to the backup in left.json. */
export interface Left {
  images: { projectId: string; key: string }
  clouds: { projectId: string; key: string }
  jobs: Record<'completed' | 'inReview' | 'inProgress' | 'cancelled' | 'failed' | 'queued', string>
  /** Email of the annotator, whose password is that of all people in tests. */
  annotator: string
}
