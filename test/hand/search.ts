import { randomOf } from './acts.ts'
import { Difference } from './difference.ts'
import type { ModeAct } from './intentRun.ts'

/** A person at one job after another. */
export interface Run {
  /** @throws Difference */
  perform(act: ModeAct): Promise<void>
  close(): unknown
  readonly jobs: number
  /** How often the page said that an act did nothing. */
  readonly said: number
}

/** A kind of work, and how people do it. */
export interface Hand {
  anyAct(random: () => number): ModeAct
  start(seed: number): Promise<Run>
  /** Acts of one page: enough for a few jobs, few enough to be shortened. */
  actsARun: number
  /** With this act each run ends. */
  last?: ModeAct
  /** Runs that are spent on shortening; absent: as many as it takes. */
  mostRuns?: number
}

export interface Found {
  seed: number
  message: string
  acts: readonly ModeAct[]
}

export interface Figures {
  acts: number
  jobs: number
  /** Acts that changed nothing, with a notice from the page. */
  said: number
}

/** Runs one hand after another until this number of acts is done; the first silent difference ends it. */
export async function search(
  hand: Hand,
  firstSeed: number,
  acts: number,
  isOver: () => boolean = () => false,
): Promise<{ figures: Figures; found: Found | null }> {
  const figures = { acts: 0, jobs: 0, said: 0 }
  for (let seed = firstSeed; figures.acts < acts && !isOver(); seed++) {
    const random = randomOf(seed)
    const list = Array.from({ length: hand.actsARun }, () => hand.anyAct(random)).concat(hand.last ?? [])
    const run = await hand.start(seed)
    for (const [at, act] of list.entries()) {
      figures.acts++
      try {
        await run.perform(act)
      } catch (error) {
        await run.close()
        const shortest = await shortened(hand, list.slice(0, at + 1), seed)
        const { message } = (await outcome(hand, shortest, seed)) ?? (error as Error)
        return { figures, found: { seed, message, acts: shortest } }
      }
    }
    await run.close()
    figures.jobs += run.jobs
    figures.said += run.said
  }
  return { figures, found: null }
}

/** The fault of these acts; null if there is none. */
export async function outcome(hand: Hand, acts: readonly ModeAct[], seed: number): Promise<Error | null> {
  const run = await hand.start(seed)
  try {
    for (const act of acts) await run.perform(act)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Difference(String(error))
  } finally {
    await run.close()
  }
}

/** The fewest acts that still differ: removes parts, then smaller ones, down to single acts. */
async function shortened(hand: Hand, acts: readonly ModeAct[], seed: number): Promise<readonly ModeAct[]> {
  let kept = acts
  let runs = hand.mostRuns ?? Number.POSITIVE_INFINITY
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && runs > 0; runs--) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (await outcome(hand, fewer, seed)) kept = fewer
      else at += size
    }
  }
  return kept
}
