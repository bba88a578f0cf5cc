/** The one-time token of a link such as `/setup#token=…`; empty if there is none. */
export const tokenOf = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''

/** The page of a job that a link such as `/setup#token=…&next=/jobs/…` leads to afterwards; null if it names none. */
export function nextPageOf(hash: string): string | null {
  const next = new URLSearchParams(hash.replace(/^#/, '')).get('next') ?? ''
  return /^\/jobs\/[\w-]+$/.test(next) ? next : null
}
