/** Calls of the specification answer under both versions; the newest stands last. */
export const eitherVersion = <Path extends string>(path: Path) =>
  [`/v0/projects/:pid${path}`, `/v1/projects/:pid${path}`] as const
