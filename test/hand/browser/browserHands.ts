import type { ModeAct } from '../intentRun.ts'
import type { Hand } from '../search.ts'
import type { BrowserRun } from './browserRun.ts'
import { anyCuboidBrowserAct, CuboidBrowser } from './cuboidBrowser.ts'
import { anyFlatBrowserAct, FlatBrowser } from './flatBrowser.ts'
import type { HandSite, Work } from './handSite.ts'
import { anyPointBrowserAct, PointBrowser } from './pointBrowser.ts'

/** Runs of a browser cost seconds. */
const MOST_RUNS = 20

/** Hands on the real page, by the kind of work; `heard` gets what the page said, with how often. */
export function browserHands(
  site: HandSite,
  actsARun: number,
  heard: (messages: ReadonlyMap<string, number>) => void = () => {},
): Readonly<Record<Work, Hand>> {
  const listened = async <R extends BrowserRun<unknown>>(starting: Promise<R>) => {
    const run = await starting
    return {
      perform: (act: ModeAct) => run.perform(act),
      close: async () => {
        heard(run.messages)
        await run.close()
      },
      jobs: run.jobs,
      get said() {
        return run.said
      },
    }
  }
  const last = { kind: 'submit', r: [0.2, 0, 0, 0, 0, 0.9] }
  const all = { actsARun, last, mostRuns: MOST_RUNS }
  return {
    image: { ...all, anyAct: anyFlatBrowserAct, start: () => listened(FlatBrowser.start(site, 'image')) },
    video: { ...all, anyAct: anyFlatBrowserAct, start: () => listened(FlatBrowser.start(site, 'video')) },
    cuboids: { ...all, anyAct: anyCuboidBrowserAct, start: () => listened(CuboidBrowser.start(site)) },
    points: { ...all, anyAct: anyPointBrowserAct, start: () => listened(PointBrowser.start(site)) },
  }
}
