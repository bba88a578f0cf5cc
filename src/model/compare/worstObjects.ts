import type { Comparison } from './compare.ts'

/** An object that differs from the reference. */
export interface WorstObject {
  /** null: it is extra, and so not in the reference. */
  trackId: string | null
  label: string
  /** null for points, which are not in a frame. */
  frame: number | null
  state: 'moved' | 'other_class' | 'missing' | 'extra'
  /** 0 to 1; 0 unless it was only moved. */
  likeness: number
}

const MOST = 10

/** The objects that differ most, each where it differs most; the worst first. */
export function worstObjects({ pairs, onlyA, onlyB }: Pick<Comparison, 'pairs' | 'onlyA' | 'onlyB'>): WorstObject[] {
  const all: (WorstObject & { key: string })[] = [
    ...onlyA.map(({ id, trackId, label, frame }) => ({
      key: `a ${trackId ?? id}`,
      trackId,
      label,
      frame,
      state: 'missing' as const,
      likeness: 0,
    })),
    ...onlyB.map(({ id, trackId, label, frame }) => ({
      key: `b ${trackId ?? id}`,
      trackId: null,
      label,
      frame,
      state: 'extra' as const,
      likeness: 0,
    })),
    ...pairs.flatMap(({ a: { id, trackId, label, frame }, state, likeness }) =>
      state === 'equal'
        ? []
        : [{ key: `a ${trackId ?? id}`, trackId, label, frame, state, likeness: state === 'moved' ? likeness : 0 }],
    ),
  ]
  const worst = new Map<string, WorstObject>()
  for (const { key, ...one } of all.toSorted((one, other) => one.likeness - other.likeness))
    if (!worst.has(key)) worst.set(key, one)
  return [...worst.values()].slice(0, MOST)
}
