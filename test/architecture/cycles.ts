import type { SourceFile } from './imports.ts'
import { targetOf } from './imports.ts'

/** Other files start it as a process; nothing imports it. */
const PROGRAM = 'main.ts'

/**
 * Groups of files that reach each other by imports of any form, types included; each sorted, the groups too.
 * Tarjan's strongly connected components.
 */
export function cycles(src: string, files: readonly SourceFile[]): string[][] {
  const known = new Map(files.map((file) => [file.path, file]))
  const indexOf = new Map<string, number>()
  const lowOf = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const walk = (path: string): void => {
    indexOf.set(path, indexOf.size)
    lowOf.set(path, indexOf.size - 1)
    stack.push(path)
    for (const { specifier } of known.get(path)?.imports ?? []) {
      const target = targetOf(src, path, specifier)
      if (target === null || target === PROGRAM || !known.has(target)) continue
      if (target === path) found.push([path])
      if (!indexOf.has(target)) walk(target)
      if (stack.includes(target)) lowOf.set(path, Math.min(lowOf.get(path) ?? 0, lowOf.get(target) ?? 0))
    }
    if (lowOf.get(path) !== indexOf.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) found.push(group.sort())
  }
  for (const { path } of files) if (!indexOf.has(path)) walk(path)
  return found.sort()
}
