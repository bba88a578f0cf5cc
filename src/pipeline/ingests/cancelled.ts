/** The ingest was cancelled: what is under way ends without a further change. */
export class Cancelled extends Error {}
