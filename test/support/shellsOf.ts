import { readdirSync, readFileSync } from 'node:fs'

/** Shells that this process started and that run. */
export const shellsOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [, name, state, ppid] = /\((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return Number(ppid) === parent && state !== 'Z' && /sh$/.test(name)
      } catch {
        return false
      }
    })
