/** The cache key of a job's drafts. */
export const draftsKey = (jobId: string) => ['drafts', jobId]
