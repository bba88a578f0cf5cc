/** Calls of the specification answer under both versions. */
export const eitherVersion = (path: string): string[] =>
  ['v0', 'v1'].map((version) => `/${version}/projects/:pid${path}`)
