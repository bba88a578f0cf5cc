import type { EditId } from '../messages/message.ts'
import { History, type HistoryEntry } from './history.ts'

const MOST_STEPS = 100
/** The length of the text: browsers store about 5 MB for all pages together. */
const MOST_LENGTH = 1_000_000
const MOST_JOBS = 3
const JOBS_KEY = 'fiducial.undo'

/** Where the text is stored: localStorage in the browser. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Which document steps lead to: the server's version, and how many commands later. */
interface Standing {
  version: number
  pendingCount: number
}

interface KeptSteps extends Standing {
  steps: (Omit<HistoryEntry<EditId>, 'selected' | 'run' | 'aside'> & { selected: readonly string[] })[]
}

/** The last steps of undo, stored on this computer until the job is opened again; for the last few jobs. */
export class UndoJournal {
  readonly #storage: TextStorage
  readonly #key: string
  #history = new History<EditId>()

  constructor(storage: TextStorage, key: string) {
    this.#storage = storage
    this.#key = `${JOBS_KEY}.${key}`
  }

  /**
   * The history to continue with: the stored one if it leads to the opened document, otherwise a new one.
   * @param version null: the pending commands make the server's version together with its earlier one
   */
  open(pendingCount: number, version: number | null): History<EditId> {
    const kept = this.#read<KeptSteps | null>(this.#key, null)
    // A page that ends without notice leaves no history that would not fit.
    this.#storage.removeItem(this.#key)
    const fits = kept?.pendingCount === pendingCount && (version === null || kept.version === version)
    const steps = fits ? kept.steps : []
    this.#history = new History(steps.map((step) => ({ ...step, selected: new Set(step.selected) })))
    return this.#history
  }

  /** Called as the page closes. Without room, nothing can be undone when the job is opened again. */
  write({ version, pendingCount }: Standing): void {
    const all = this.#history.steps
    // Steps that the service has to record cannot be undone later, and neither can the steps before them.
    const kept = all.slice(all.findLastIndex(({ aside }) => aside) + 1).slice(-MOST_STEPS)
    const steps = kept.map(({ run: _, aside: __, selected, ...step }) => ({
      ...step,
      selected: [...selected],
    }))
    const textOf = () => JSON.stringify({ version, pendingCount, steps } satisfies KeptSteps)
    let text = textOf()
    while (text.length > MOST_LENGTH) {
      steps.splice(0, Math.ceil(steps.length / 2))
      text = textOf()
    }
    const others = this.#read<string[]>(JOBS_KEY, []).filter((key) => key !== this.#key)
    for (const key of others.splice(0, others.length - MOST_JOBS + 1)) this.#storage.removeItem(key)
    try {
      this.#storage.setItem(JOBS_KEY, JSON.stringify([...others, this.#key]))
      this.#storage.setItem(this.#key, text)
    } catch {}
  }

  #read<T>(key: string, none: T): T {
    try {
      return JSON.parse(this.#storage.getItem(key) ?? 'null') ?? none
    } catch {
      return none
    }
  }
}
