type SetSearch = (
  next: URLSearchParams | Record<string, string> | ((before: URLSearchParams) => URLSearchParams),
  options?: { replace?: boolean },
) => void

/** What narrows a list: the query of the address. */
export interface Narrowing {
  projectId: string
  search: URLSearchParams
  setSearch: SetSearch
}

/** Sets a parameter of the address, and takes away one without a value. */
export const withParameter = (name: string, value: string | null) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before)
  if (value) after.set(name, value)
  else after.delete(name)
  return after
}
