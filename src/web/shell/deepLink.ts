/** What the part of an address after `#` points at: `#frame=12&object=<track id>`. */
export interface DeepLink {
  frame: number | null
  objectId: string | null
}

export function readDeepLink(hash: string): DeepLink {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const frame = values.get('frame')
  return {
    frame: frame !== null && /^\d{1,9}$/.test(frame) ? Number(frame) : null,
    objectId: values.get('object') || null,
  }
}

export function writeDeepLink({ frame, objectId }: DeepLink): string {
  const values = new URLSearchParams()
  if (frame !== null) values.set('frame', String(frame))
  if (objectId !== null) values.set('object', objectId)
  return values.size === 0 ? '' : `#${values}`
}
