import type { ClassTable } from '../core/classTable.ts'
import type { WireAttributes } from '../records/flatRecords.ts'

/** google.protobuf.Timestamp. */
export interface LogTime {
  seconds: number
  nanos: number
}

const NS_A_SECOND = 1_000_000_000n

export const logTime = (timeNs: bigint): LogTime => ({
  seconds: Number(timeNs / NS_A_SECOND),
  nanos: Number(timeNs % NS_A_SECOND),
})

/** Channels from 0 to 1, as Foxglove draws them. */
export function colourOf(classes: ClassTable, label: string, opacity: number) {
  const [r, g, b] = [...classes.of(label).tagClass.color.matchAll(/\d+/g)].map(([channel]) => Number(channel) / 255)
  return { r, g, b, a: opacity }
}

interface About {
  label: string
  recordId: string
  /** Later ones win: those of a frame over those of the object. */
  attributes: readonly WireAttributes[]
  isHidden?: boolean
  /** Names, labels and visibility of single points. */
  points?: readonly object[]
}

const OWN_KEYS: ReadonlySet<string> = new Set(['label', 'record_id', 'hidden', 'points'])

/** Pairs with distinct keys, as Foxglove requires; texts unchanged, other values as JSON. */
export function metadataOf({
  label,
  recordId,
  attributes,
  isHidden,
  points = [],
}: About): { key: string; value: string }[] {
  const values = new Map(attributes.flatMap((some) => Object.entries(some)))
  return [
    { key: 'label', value: label },
    { key: 'record_id', value: recordId },
    ...(isHidden ? [{ key: 'hidden', value: 'true' }] : []),
    ...(points.some((point) => Object.keys(point).length > 0)
      ? [{ key: 'points', value: JSON.stringify(points) }]
      : []),
    ...[...values].map(([name, { value }]) => ({
      key: OWN_KEYS.has(name) ? `attributes.${name}` : name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ]
}
