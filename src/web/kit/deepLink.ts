/** What the part of an address after `#` points at: `#frame=12&object=<track id>&over=<a>&over=<b>`. */
export interface DeepLink {
  frame: number | null
  objectId: string | null
  /** Names of documents that are laid over each other. */
  over: readonly string[] | null
}

export function readDeepLink(hash: string): DeepLink {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const frame = values.get('frame')
  return {
    frame: frame !== null && /^\d{1,9}$/.test(frame) ? Number(frame) : null,
    objectId: values.get('object') || null,
    over: values.getAll('over').length === 2 ? values.getAll('over') : null,
  }
}

export function writeDeepLink({ frame, objectId, over }: DeepLink): string {
  const values = new URLSearchParams()
  if (frame !== null) values.set('frame', String(frame))
  if (objectId !== null) values.set('object', objectId)
  for (const name of over ?? []) values.append('over', name)
  return values.size === 0 ? '' : `#${values}`
}
