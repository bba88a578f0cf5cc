import { useRef, useSyncExternalStore } from 'react'
import { isSameValue } from '../../model/sameValue.ts'
import type { Observable } from './observable.ts'

/**
 * A part of something observable; the component renders again when its value changes. The selector may put several
 * parts into a new object.
 */
export function useObserved<Source extends Observable, Part>(source: Source, select: (source: Source) => Part): Part {
  const last = useRef<{ part: Part } | null>(null)
  return useSyncExternalStore(source.subscribe, () => {
    const part = select(source)
    // React calls this until it returns the same object twice.
    if (last.current === null || !isSameValue(part, last.current.part)) last.current = { part }
    return last.current.part
  })
}
