/** Under which the drafts of a job are cached. */
export const draftsKey = (jobId: string) => ['drafts', jobId]
