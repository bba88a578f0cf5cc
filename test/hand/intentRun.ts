import type { EditorSession } from '../../src/web/document/session.ts'
import { Difference } from './difference.ts'
import { Numbers } from './numbers.ts'

/** An act of a hand; numbers are from 0 to 1 and mean a place or one of the existing objects. */
export interface ModeAct<Kind extends string = string> {
  kind: Kind
  r: readonly number[]
}

/**
 * A person at one job after another, with an intention for every act. After each act the document is compared with the
 * intention; nothing else may have happened, unless the page said that the act did nothing.
 */
export abstract class IntentRun<Meant, Act extends ModeAct> {
  said = 0
  jobs = 0
  protected past: Meant[] = []
  protected future: Meant[] = []
  /** The intended document. */
  protected meant!: Meant
  protected numbers = new Numbers()
  /** The documents after each step but the last, for an act of several steps. */
  protected between: readonly Meant[] = []

  protected abstract readonly session: EditorSession
  /** The actual document. */
  protected abstract now(): Meant
  /** Their difference, in words; null if they are equal. */
  protected abstract difference(meant: Meant, actual: Meant): string | null
  /** Does the act and answers the intended result; null: it should change nothing. */
  protected abstract act(act: Act): Promise<Meant | null>
  /** Whether the act replaces the history of the page, or makes it take another way. */
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

  /** Does something that should do nothing and has to say so. */
  protected refused(what: string, act: () => void): null {
    const before = this.lastNotice
    act()
    if (this.lastNotice === before) throw new Difference(`${what}: nothing was done and nothing was said`)
    return null
  }

  /** Undoes or redoes a few times; answers the earlier document, or the later one. */
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

/** The element that a number from 0 to 1 means. */
export const chosen = <T>(all: readonly T[], r: number): T | undefined => all[Math.floor(r * all.length)]
