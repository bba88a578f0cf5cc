import type { LabelRecord } from '../../formats/assistants/labelAnswer.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { Verb } from '../../model/assistants/assistant.ts'
import type { Track } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** What an assistant proposes and no one has decided yet. */
export interface OpenSuggestion {
  id: string
  assistant: string
  verb: Verb
  /** 0 to 1; null: it gave none. */
  score: number | null
  classId: string
  /** Name of the class, for an instance of points with its number. */
  label: string
  /** Objects as they would be; empty for labels of points. */
  tracks: readonly Track[]
  labels: LabelRecord | null
  /** Ids of two objects that are one. */
  merge?: readonly [string, string]
  /** The first frame that it is in. */
  frame: number
  /** Edits that make some of them part of the document. By code that comes with suggestions: most jobs have none. */
  editsOf(taken: readonly OpenSuggestion[]): Edit[]
}

/** As views show it. */
export const suggestionName = ({ label, score }: Pick<OpenSuggestion, 'label' | 'score'>): string =>
  score === null ? label : `${label} ${score.toFixed(2)}`

/** Where to look for one object: shares of width and height of the image. */
export interface ShapePrompts {
  points: readonly { x: number; y: number; positive: boolean }[]
  box: { x: number; y: number; width: number; height: number } | null
}

/** Verbs that people ask for with a tool of the view. */
export type AskedByTool = 'segment' | 'fit'

/** Where to fit a cuboid: places on the ground in the common frame, from the object's rear to its front, or twice the same. */
export interface AskedGesture {
  label: string
  from: Vec3
  to: Vec3
}

/** An answer that a person waits for. */
export interface AwaitedAnswer {
  assistant: string
  gesture: AskedGesture
  /** 0 to 1; null: not known. */
  progress: number | null
  stop(): void
}

/** What was asked in the background since the job was opened. */
export interface StartedRun {
  runId: string
  assistant: string
  verb: Verb
}

const NONE: readonly OpenSuggestion[] = []
const NO_PROMPTS: ShapePrompts = { points: [], box: null }

/** Suggestions of the open job: which are shown, and which one keys are about. Nothing of it is in the document. */
export class OpenSuggestions {
  #runs: readonly StartedRun[] = []
  #all = NONE
  #shown = NONE
  #threshold = 0
  #current: OpenSuggestion | null = null
  #prompts = NO_PROMPTS
  #finder: string | null = null
  #ask: ((prompts: ShapePrompts) => void) | null = null
  #fit: ((gesture: AskedGesture) => void) | null = null
  #awaited: AwaitedAnswer | null = null
  #answerId: string | null = null
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get all(): readonly OpenSuggestion[] {
    return this.#all
  }

  /** Those whose score reaches the threshold, or that have none. */
  get shown(): readonly OpenSuggestion[] {
    return this.#shown
  }

  get threshold(): number {
    return this.#threshold
  }

  /** The newest first. */
  get runs(): readonly StartedRun[] {
    return this.#runs
  }

  get current(): OpenSuggestion | null {
    return this.#current
  }

  /** Whether an assistant or a model answers this. */
  answers(verb: AskedByTool): boolean {
    return (verb === 'fit' ? this.#fit : this.#ask) !== null
  }

  /** Name of the assistant or model that a person chose to ask by a tool; null: none was chosen. */
  get finder(): string | null {
    return this.#finder
  }

  chooseFinder(name: string): void {
    this.#finder = name
    this.#onChange()
  }

  /** Of the object that is being looked for. */
  get prompts(): ShapePrompts {
    return this.#prompts
  }

  /** The suggestion that answers the prompts so far. */
  get answerId(): string | null {
    return this.#answerId
  }

  addRun(run: StartedRun): void {
    this.#runs = [run, ...this.#runs]
    this.#onChange()
  }

  removeRun(runId: string): void {
    this.#runs = this.#runs.filter((run) => run.runId !== runId)
    this.#onChange()
  }

  setAll(all: readonly OpenSuggestion[]): void {
    this.#all = all
    this.#update()
  }

  setThreshold(threshold: number): void {
    this.#threshold = threshold
    this.#update()
  }

  /** Who asks an assistant for the object at prompts; null: none does that. */
  setAsk(ask: ((prompts: ShapePrompts) => void) | null): void {
    this.#ask = ask
    this.#onChange()
  }

  /** Who asks an assistant to fit a cuboid; null: none does that. */
  setFit(fit: ((gesture: AskedGesture) => void) | null): void {
    this.#fit = fit
    this.#onChange()
  }

  fit(gesture: AskedGesture): void {
    this.#fit?.(gesture)
  }

  /** null: no one waits. */
  get awaited(): AwaitedAnswer | null {
    return this.#awaited
  }

  setAwaited(awaited: AwaitedAnswer | null): void {
    this.#awaited = awaited
    this.#onChange()
  }

  prompt(prompts: ShapePrompts): void {
    this.#prompts = prompts
    this.#ask?.(prompts)
    this.#onChange()
  }

  /** The next prompts are about another object. */
  endPrompts(): void {
    this.#prompts = NO_PROMPTS
    this.#answerId = null
    this.#onChange()
  }

  /** The answer to the prompts takes the place of the one before, and is the current one. */
  answer(suggestion: OpenSuggestion): void {
    this.#all = [...this.#all.filter(({ id }) => id !== this.#answerId), suggestion]
    this.#answerId = suggestion.id
    this.#current = suggestion
    this.#update()
  }

  choose(id: string | null): void {
    this.#current = this.#shown.find((one) => one.id === id) ?? null
    this.#onChange()
  }

  /** To the next or the one before, around the end. */
  step(by: 1 | -1): OpenSuggestion | null {
    const { length } = this.#shown
    const index = this.#current ? this.#shown.indexOf(this.#current) : by === 1 ? -1 : length
    this.#current = this.#shown[(index + by + length) % length] ?? null
    this.#onChange()
    return this.#current
  }

  /** The one after those that go becomes the current one. */
  remove(ids: ReadonlySet<string>): void {
    const from = this.#current ? this.#shown.indexOf(this.#current) : -1
    const next = this.#shown.slice(from + 1).find(({ id }) => !ids.has(id))
    if (this.#current && ids.has(this.#current.id)) this.#current = next ?? null
    this.#all = this.#all.filter(({ id }) => !ids.has(id))
    if (this.#answerId && ids.has(this.#answerId)) this.endPrompts()
    this.#update()
  }

  #update(): void {
    this.#shown = this.#all.filter(({ score }) => score === null || score >= this.#threshold)
    const { id } = this.#current ?? {}
    this.#current = this.#shown.find((one) => one.id === id) ?? null
    this.#onChange()
  }
}
