import { setTimeout as sleep } from 'node:timers/promises'
import type { FileServer } from '../../support/fileServer.ts'
import { type ServiceProcess, StartFailed } from '../../support/serviceProcess.ts'
import type { Chance } from './chance.ts'

const ENTRY = new URL('./killPoint.ts', import.meta.url)
const AT_RANDOM = 'at random'
const IN_DOWNLOAD = 'in a download'
export const API_POINTS = ['job committed', 'work committed']
export const WORKER_POINTS = ['task claimed', 'files unnamed', 'result committed', 'callback received']
const LONGEST_WAIT_MS = 4000

interface Victim {
  process: ServiceProcess
  ways: readonly string[]
  /** Ways still to come before all begin again, in another order. */
  deck: string[]
  next: string
}

/** The faults that are caused while the ledger is kept. */
export interface Trouble {
  /** How often, by its kind. */
  readonly kills: Record<string, number>
  readonly count: number
  killOnce(): Promise<void>
  /** Leaves all that runs in peace. */
  settle(): Promise<void>
}

/** Kills service processes with -9 and starts them again, by each way in turn; a start is armed with the next point. */
export class Killer implements Trouble {
  readonly kills: Record<string, number> = {}
  readonly #victims: Victim[]
  readonly #files: FileServer
  readonly #chance: Chance

  constructor(parts: { api: ServiceProcess; worker: ServiceProcess; files: FileServer; chance: Chance }) {
    const { api, worker, files, chance } = parts
    const ofWorker = [AT_RANDOM, IN_DOWNLOAD, ...WORKER_POINTS]
    const ways: [ServiceProcess, string[]][] =
      api === worker
        ? [[api, [...API_POINTS, ...ofWorker]]]
        : [
            [api, [AT_RANDOM, ...API_POINTS]],
            [worker, ofWorker],
          ]
    this.#victims = ways.map(([process, list]) => ({ process, ways: list, deck: [], next: AT_RANDOM }))
    this.#files = files
    this.#chance = chance
  }

  get count(): number {
    return Object.values(this.kills).reduce((sum, n) => sum + n, 0)
  }

  /** One death and one new start. */
  async killOnce(): Promise<void> {
    const victim = this.#victims.find((one) => !one.process.isRunning) ?? this.#chance.of(this.#victims)
    const { next } = victim
    if (next === AT_RANDOM) await sleep(this.#chance.between(50, 3000))
    else if (next === IN_DOWNLOAD) await this.#cutDownload(victim)
    else await Promise.race([victim.process.ended(), sleep(LONGEST_WAIT_MS)])
    await this.#restart(victim, this.#draw(victim))
  }

  /** The last start of each is not armed: the rest is left in peace. */
  async settle(): Promise<void> {
    for (const victim of this.#victims) if (isArmed(victim)) await this.#restart(victim, AT_RANDOM)
  }

  async #restart(victim: Victim, next: string): Promise<void> {
    const { process } = victim
    // A point that was not passed in time: the process is killed at once.
    const way = isArmed(victim) && process.isRunning ? AT_RANDOM : victim.next
    await process.kill()
    this.kills[way] = (this.kills[way] ?? 0) + 1
    victim.next = next
    if (!isArmed(victim)) return process.start()
    const args = [next, String(this.#chance.whole(1, 8))]
    await process.start({ url: ENTRY, args }).catch((error) => {
      // It may pass its point before it says that it is ready.
      if (!(error instanceof StartFailed)) throw error
    })
  }

  /** Waits until half of a file is sent. */
  async #cutDownload(victim: Victim): Promise<void> {
    const { fallback } = this.#files
    const cut = Promise.withResolvers<void>()
    this.#files.fallback = (path) => (_request, response) => {
      const whole = fallback(path) as Uint8Array
      response.writeHead(200, { 'content-length': whole.length })
      response.write(whole.subarray(0, whole.length >> 1), () => cut.resolve())
    }
    const met = await Promise.race([cut.promise.then(() => true), sleep(LONGEST_WAIT_MS, false)])
    this.#files.fallback = fallback
    if (!met) victim.next = AT_RANDOM
  }

  #draw(victim: Victim): string {
    if (victim.deck.length === 0) {
      const mixed = victim.ways.map((way) => ({ way, at: this.#chance.next() })).sort((a, b) => a.at - b.at)
      victim.deck = mixed.map(({ way }) => way)
    }
    return victim.deck.pop()!
  }
}

const isArmed = ({ next }: Victim) => next !== AT_RANDOM && next !== IN_DOWNLOAD
