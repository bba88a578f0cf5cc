import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../src/formats/errors/messageOf.ts'
import { until } from './apiClient.ts'

const ROOT = '/sys/fs/cgroup'
const MODULE = new URL('./enterGroup.ts', import.meta.url).href

/** Names of the same files in the two versions of the kernel's interface. */
const VERSIONS = [
  { root: join(ROOT, 'memory'), limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
  { root: ROOT, limit: 'memory.max', peak: 'memory.peak' },
]

/** A control group with a memory limit, like that of a container: the kernel kills processes that exceed it. */
export class MemoryGroup {
  readonly #folder: string
  readonly #peak: string

  private constructor(folder: string, peak: string) {
    this.#folder = folder
    this.#peak = peak
  }

  /** The group, or the reason why this machine allows none. */
  static make(name: string, bytes: number): MemoryGroup | string {
    const version = VERSIONS.find(
      ({ root, limit }) => existsSync(join(root, limit)) || existsSync(join(root, 'cgroup.controllers')),
    )
    if (!version) return 'there are no control groups of memory here'
    const folder = join(version.root, `${name}-${process.pid}`)
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, version.limit), String(bytes))
      return new MemoryGroup(folder, version.peak)
    } catch (error) {
      return `no control group can be made here: ${messageOf(error)}`
    }
  }

  /** Environment of a Node that starts inside. */
  get env(): Readonly<Record<string, string>> {
    return { NODE_OPTIONS: `--import ${MODULE}`, MEMORY_GROUP: this.#folder }
  }

  /** Null if the kernel does not report it. */
  get peakBytes(): number | null {
    const file = join(this.#folder, this.#peak)
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
  }

  /** When all that ran inside has ended. */
  async remove(): Promise<void> {
    await until(async () => {
      try {
        rmdirSync(this.#folder)
        return true
      } catch {
        return false
      }
    })
  }
}
