/** What a customer tells of a job beside its data, to find it by and to get it back with the result. */
export type JobMetadata = Readonly<Record<string, string | number | boolean>>
