import type { EditorSession } from '../../src/web/document/session.ts'
import { Difference } from './difference.ts'
import { Numbers } from './numbers.ts'

/** What a hand does; numbers are from 0 to 1 and mean a place or an object of those that are there. */
export interface ModeAct<Kind extends string = string> {
  kind: Kind
  r: readonly number[]
}

/**
 * A person at one job after another, who means something with every act. After each act what is there is compared with
 * what was meant; nothing else may have happened, unless the page said that the act did nothing.
 */
export abstract class IntentRun<Meant, Act extends ModeAct> {
  said = 0
  jobs = 0
  protected past: Meant[] = []
  protected future: Meant[] = []
  /** What is there, as it was meant. */
  protected meant!: Meant
  protected numbers = new Numbers()
  /** Of an act of several steps: what is there after each but the last. */
  protected between: readonly Meant[] = []

  protected abstract readonly session: EditorSession
  /** What is there now. */
  protected abstract now(): Meant
  /** Where they differ, in words; null: nowhere. */
  protected abstract difference(meant: Meant, actual: Meant): string | null
  /** Does the act. The answer is what it was meant to make; null: it was meant to change nothing. */
  protected abstract act(act: Act): Promise<Meant | null>
  /** Whether the history of the page is another one after the act, or goes another way. */
  protected abstract isUnstepped(kind: Act['kind']): boolean
  /** Ends the page. */
  abstract close(): void

  /** @throws Difference */
  async perform(act: Act): Promise<void> {
    const { session } = this
    const saidBefore = this.lastNotice
    const steps = session.stepCount
    this.between = []
    const wanted = (await this.act(act)) ?? this.meant
    const { session: now } = this
    const actual = this.now()
    const isSaid = now === session && this.lastNotice > saidBefore
    const difference = this.difference(wanted, actual)
    if (difference !== null) {
      const isLeft = this.difference(this.meant, actual) === null
      if (!isSaid || !isLeft) throw new Difference(`${act.kind} (${act.r.join(' ')})\n  ${difference}`)
      this.said++
    }
    this.checkNumbers()
    if (this.isUnstepped(act.kind)) {
      this.meant = actual
      return
    }
    const made = now.stepCount - steps
    const states = this.between
    if (made > states.length + 1) throw new Difference(`${act.kind} is ${made} steps of undo`)
    if (made === 0 && this.difference(this.meant, actual) !== null) throw new Difference(`${act.kind} cannot be undone`)
    if (made > 0) {
      this.past.push(this.meant, ...states.slice(0, made - 1))
      this.future = []
    }
    this.meant = actual
  }

  protected get lastNotice(): number {
    return this.session.notices.notices[0]?.number ?? 0
  }

  /** Does something that is meant to do nothing and has to say so. */
  protected refused(what: string, act: () => void): null {
    const before = this.lastNotice
    act()
    if (this.lastNotice === before) throw new Difference(`${what}: nothing was done and nothing was said`)
    return null
  }

  /** Undoes or redoes a few times; the answer is what was there before, or again. */
  protected takeBack(r: number, press: () => void, from: Meant[], to: Meant[]): Meant {
    for (let times = 1 + Math.floor(r * 3); times > 0; times--) {
      press()
      const state = from.pop()
      if (!state) break
      to.push(this.meant)
      this.meant = state
    }
    return this.meant
  }

  protected begin(meant: Meant): void {
    this.meant = meant
    this.past = []
    this.future = []
  }

  protected checkNumbers(): void {
    try {
      this.numbers.check(this.session.document)
    } catch (error) {
      throw new Difference(String(error))
    }
  }
}

/** The one of them that a number from 0 to 1 means. */
export const chosen = <T>(all: readonly T[], r: number): T | undefined => all[Math.floor(r * all.length)]
