import type { EditId } from '../messages/message.ts'
import { History, type HistoryEntry } from './history.ts'

const MOST_STEPS = 100
/** Of the text: browsers keep some 5 MB a tab. */
const MOST_LENGTH = 2_000_000

/** Where the text lies: sessionStorage in the browser, so that it ends with its tab. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Which document steps lead to: the server's version, and how many commands later. */
interface Standing {
  version: number
  pendingCount: number
}

interface KeptSteps extends Standing {
  steps: (Omit<HistoryEntry<EditId>, 'selected' | 'run'> & { selected: readonly string[] })[]
}

/** The last steps of undo, kept while the page of a job is loaded again. */
export class UndoJournal {
  readonly #storage: TextStorage
  readonly #key: string
  #history = new History<EditId>()

  constructor(storage: TextStorage, key: string) {
    this.#storage = storage
    this.#key = `fiducial.undo.${key}`
  }

  /**
   * The history to go on with: what was kept where it leads to the document that is opened, else a new one.
   * @param version null: the commands that were pending make the server's version together with what it had
   */
  open(pendingCount: number, version: number | null): History<EditId> {
    const kept = this.#read()
    const fits = kept?.pendingCount === pendingCount && (version === null || kept.version === version)
    const steps = fits ? kept.steps : []
    this.#history = new History(steps.map((step) => ({ ...step, selected: new Set(step.selected) })))
    return this.#history
  }

  /** As the page goes. Where there is no room, nothing can be taken back after it has come again. */
  write({ version, pendingCount }: Standing): void {
    const steps = this.#history.steps.slice(-MOST_STEPS).map(({ run: _, selected, ...step }) => ({
      ...step,
      selected: [...selected],
    }))
    const textOf = () => JSON.stringify({ version, pendingCount, steps } satisfies KeptSteps)
    let text = textOf()
    while (text.length > MOST_LENGTH) {
      steps.splice(0, Math.ceil(steps.length / 2))
      text = textOf()
    }
    try {
      this.#storage.setItem(this.#key, text)
    } catch {}
  }

  #read(): KeptSteps | null {
    try {
      return JSON.parse(this.#storage.getItem(this.#key) ?? 'null')
    } catch {
      return null
    }
  }
}
