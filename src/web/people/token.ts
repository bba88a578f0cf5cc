/** The one-time token of a link such as `/setup#token=…`; empty if there is none. */
export const tokenOf = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
