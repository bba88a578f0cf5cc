/** A customer's own values for a job, used to find it and returned with the result. */
export type JobMetadata = Readonly<Record<string, string | number | boolean>>
