import type { AttributeValue, AttributeValues } from '../attribute.ts'
import type { AttributeSteps, Key, ShapeKey, ShapePath } from './document.ts'

/** Index of the last entry at or before `frame`, or -1. Entries ascend by frame. */
export function lastIndexAt(entries: readonly { frame: number }[], frame: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (entries[middle].frame <= frame) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Frames [first, last] in which there is something, null when there never is. The last key stays to the end. */
export function frameSpan(path: ShapePath<unknown>, frameCount: number): { first: number; last: number } | null {
  const first = path.keys.find((key) => key.kind === 'shape')
  if (!first || frameCount === 0) return null
  const end = path.keys[path.keys.length - 1]
  return { first: first.frame, last: end.kind === 'out' ? end.frame - 1 : frameCount - 1 }
}

/** The path with this key at its frame, replacing any other. */
export function withKey<S>(keys: readonly Key<S>[], key: Key<S>): Key<S>[] {
  const at = lastIndexAt(keys, key.frame)
  const replaced = at >= 0 && keys[at].frame === key.frame ? 1 : 0
  return keys.toSpliced(at + 1 - replaced, replaced, key)
}

export function withoutKey<S>(keys: readonly Key<S>[], frame: number): Key<S>[] {
  return keys.filter((key) => key.frame !== frame)
}

/**
 * Keys that show exactly `records` and nothing between or after them: in frames without a record, an out key prevents
 * interpolating or holding the shape.
 */
export function explicitKeys<S>(records: readonly ShapeKey<S>[], frameCount: number): Key<S>[] {
  const sorted = records.toSorted((a, b) => a.frame - b.frame)
  const keys: Key<S>[] = []
  for (let i = 0; i < sorted.length; i++) {
    keys.push(sorted[i])
    const next = i + 1 < sorted.length ? sorted[i + 1].frame : frameCount
    if (sorted[i].frame + 1 < next) keys.push({ kind: 'out', frame: sorted[i].frame + 1 })
  }
  return keys
}

/** Values that hold at a frame: of each attribute the last step. */
export function attributesAt(steps: AttributeSteps, frame: number): AttributeValues {
  const values = new Map<string, AttributeValue>()
  for (const [name, ofName] of steps) {
    const at = lastIndexAt(ofName, frame)
    if (at >= 0 && ofName[at].value !== null) values.set(name, ofName[at].value)
  }
  return values
}

/** Steps that give exactly these values at these frames (ascending). */
export function attributeSteps(frames: readonly { frame: number; values: AttributeValues }[]): AttributeSteps {
  const steps = new Map<string, { frame: number; value: AttributeValue | null }[]>()
  for (const { frame, values } of frames) {
    for (const [name, value] of values) {
      const ofName = steps.get(name)
      if (!ofName) steps.set(name, [{ frame, value }])
      else if (!sameValue(ofName[ofName.length - 1].value, value)) ofName.push({ frame, value })
    }
    if (values.size < steps.size) {
      for (const [name, ofName] of steps) {
        if (!values.has(name) && ofName[ofName.length - 1].value !== null) ofName.push({ frame, value: null })
      }
    }
  }
  return steps
}

function sameValue(a: AttributeValue | null, b: AttributeValue | null): boolean {
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && sameList(a, b)
}

const sameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i])
