import { type Act, anyAct, randomOf } from './acts.ts'
import { Difference, HandRun } from './handRun.ts'

export interface Found {
  seed: number
  message: string
  acts: readonly Act[]
}

export interface Figures {
  acts: number
  jobs: number
  /** Acts that changed nothing, with a notice from the page. */
  said: number
}

/** Acts of one page: enough for a few jobs, few enough to be shortened. */
const ACTS_A_RUN = 250

/** Runs one hand after another until this number of acts is done; the first silent difference ends it. */
export async function search(
  firstSeed: number,
  acts: number,
  isOver: () => boolean = () => false,
): Promise<{ figures: Figures; found: Found | null }> {
  const figures = { acts: 0, jobs: 0, said: 0 }
  for (let seed = firstSeed; figures.acts < acts && !isOver(); seed++) {
    const random = randomOf(seed)
    const list = Array.from({ length: ACTS_A_RUN }, () => anyAct(random))
    const run = await HandRun.start(framesOf(seed))
    for (const [at, act] of list.entries()) {
      figures.acts++
      try {
        await run.perform(act)
      } catch (error) {
        const shortest = await shortened(list.slice(0, at + 1), framesOf(seed))
        const { message } = (await outcome(shortest, framesOf(seed))) ?? (error as Error)
        return { figures, found: { seed, message, acts: shortest } }
      }
    }
    figures.jobs += run.jobs
    figures.said += run.said
  }
  return { figures, found: null }
}

/** A picture, or a video of eight frames. */
const framesOf = (seed: number): number => (seed % 3 === 0 ? 1 : 8)

/** The fault of these acts; null if there is none. */
export async function outcome(acts: readonly Act[], frameCount: number): Promise<Error | null> {
  const run = await HandRun.start(frameCount)
  for (const act of acts) {
    try {
      await run.perform(act)
    } catch (error) {
      return error instanceof Error ? error : new Difference(String(error))
    }
  }
  return null
}

/** The fewest acts that still differ: parts are left out, then smaller ones, down to single acts. */
async function shortened(acts: readonly Act[], frameCount: number): Promise<readonly Act[]> {
  let kept = acts
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (await outcome(fewer, frameCount)) kept = fewer
      else at += size
    }
  }
  return kept
}
