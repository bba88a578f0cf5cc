import type { AnswerRecord } from '../../formats/assistants/answerRecord.ts'
import type { LabelRecord } from '../../formats/assistants/labelAnswer.ts'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { Prompt, Verb } from '../../model/assistants/assistant.ts'
import type { Track } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** An undecided proposal of an assistant. */
export interface OpenSuggestion {
  id: string
  assistant: string
  verb: Verb
  /** 0 to 1; null: the assistant gave none. */
  score: number | null
  classId: string
  /** Name of the class, for an instance of points with its number. */
  label: string
  /** Objects as they would be; empty for labels of points. */
  tracks: readonly Track[]
  labels: LabelRecord | null
  /** As it was proposed: several of one object are read together when they are accepted together. */
  proposed?: Omit<Proposed, 'score'>
  /** The answer to an attribute of the image or the job; its class is empty. */
  answer?: AnswerRecord
  /** Ids of two objects that are one. */
  merge?: readonly [string, string]
  /** The first frame that it is in. */
  frame: number
  /** Edits that add some of them to the document. The code comes with the suggestions, since most jobs have none. */
  editsOf(taken: readonly OpenSuggestion[]): Edit[]
}

/** The name shown in views. */
export const suggestionName = ({ label, score }: Pick<OpenSuggestion, 'label' | 'score'>): string =>
  score === null ? label : `${label} ${score.toFixed(2)}`

/** Where to look for one object: shares of width and height of the image. */
export interface ShapePrompts {
  points: readonly { x: number; y: number; positive: boolean }[]
  box: ShareBox | null
  /** The text prompt; '' for none. */
  text: string
  /** The visible part of the image; null: all of it. */
  seen: ShareBox | null
}

/** In fractions of the image's width and height. */
export interface ShareBox {
  x: number
  y: number
  width: number
  height: number
}

/** Verbs that people ask for with a tool of the view. */
export type AskedByTool = 'segment' | 'fit'

/**
 * Where to fit a cuboid: places on the ground in the common frame, from the object's rear to its front, or twice the
 * same.
 */
export interface AskedGesture {
  label: string
  from: Vec3
  to: Vec3
  /** The corners of a rectangle around it. */
  corners?: readonly Vec3[]
}

/** Answers what people ask by a tool. */
export interface Answerer<Question> {
  /** The answer is a suggestion, and the current one. */
  ask(question: Question): void
  /** Previews the answer while a person moves. null: ends the preview. */
  preview(question: Question | null): void
}

/** An answer that a person waits for. */
export interface AwaitedAnswer {
  assistant: string
  /** null: it is not about a cuboid. */
  gesture: AskedGesture | null
  /** 0 to 1; null: not known. */
  progress: number | null
  stop(): void
}

/** Background requests since the job was opened. */
export interface StartedRun {
  runId: string
  assistant: string
  verb: Verb
}

const NONE: readonly OpenSuggestion[] = []
const NO_PROMPTS: ShapePrompts = { points: [], box: null, text: '', seen: null }
/** The prompts of `segment` if the assistant does not state them. */
export const USUAL_PROMPTS: readonly Prompt[] = ['point', 'box']

/** Suggestions of the open job: which are shown, and which one keys act on. None of them is in the document. */
export class OpenSuggestions {
  #runs: readonly StartedRun[] = []
  #all = NONE
  #isRead = false
  #shown = NONE
  #threshold = 0
  #current: OpenSuggestion | null = null
  #prompts = NO_PROMPTS
  #finder: string | null = null
  #shapes: Answerer<ShapePrompts> | null = null
  #taken = USUAL_PROMPTS
  #cuboids: Answerer<AskedGesture> | null = null
  readonly #previews = new Map<string, readonly OpenSuggestion[]>()
  #previewed = NONE
  #awaited: AwaitedAnswer | null = null
  #answerId: string | null = null
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get all(): readonly OpenSuggestion[] {
    return this.#all
  }

  /** How many there are, also with scores below the threshold; null: they were not read yet, or cannot be. */
  get undecidedCount(): number | null {
    return this.#isRead ? this.#all.length : null
  }

  /** Suggestions whose score reaches the threshold, or that have none. */
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
    return (verb === 'fit' ? this.#cuboids : this.#shapes) !== null
  }

  /** Name of the assistant or model that a person chose for the tool; null: none was chosen. */
  get finder(): string | null {
    return this.#finder
  }

  chooseFinder(name: string): void {
    this.#finder = name
    this.#onChange()
  }

  /** The prompts for the object that is being searched. */
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
    this.#isRead = true
    this.#update()
  }

  setThreshold(threshold: number): void {
    this.#threshold = threshold
    this.#update()
  }

  /** Sets what finds the object at prompts, and the prompts it supports; null: nothing. */
  setShapes(shapes: Answerer<ShapePrompts> | null, taken = USUAL_PROMPTS): void {
    this.#shapes = shapes
    this.#taken = taken
    this.#onChange()
  }

  takes(prompt: Prompt): boolean {
    return this.#taken.includes(prompt)
  }

  /** Sets what fits cuboids; null: nothing. */
  setCuboids(cuboids: Answerer<AskedGesture> | null): void {
    this.#cuboids = cuboids
    this.#onChange()
  }

  fit(gesture: AskedGesture): void {
    this.#cuboids?.ask(gesture)
  }

  previewFit(gesture: AskedGesture | null): void {
    this.#cuboids?.preview(gesture)
  }

  /** Shapes shown before they are suggestions: of the tool, or of a running request. Keys never act on them. */
  get previewed(): readonly OpenSuggestion[] {
    return this.#previewed
  }

  setPreview(of: string, previewed: readonly OpenSuggestion[]): void {
    if (previewed.length === 0 && !this.#previews.has(of)) return
    if (previewed.length === 0) this.#previews.delete(of)
    else this.#previews.set(of, previewed)
    this.#previewed = [...this.#previews.values()].flat()
    this.#onChange()
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
    this.#shapes?.ask(prompts)
    this.#onChange()
  }

  previewShape(prompts: ShapePrompts | null): void {
    this.#shapes?.preview(prompts)
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

  /** Suggestions that were decided are open again, where they stood. */
  putBack(before: readonly OpenSuggestion[], ids: ReadonlySet<string>): void {
    const open = new Set(this.#all.map(({ id }) => id))
    const known = new Set(before.map(({ id }) => id))
    const newer = this.#all.filter(({ id }) => !known.has(id))
    this.#all = [...before.filter(({ id }) => ids.has(id) || open.has(id)), ...newer]
    this.#update()
  }

  #update(): void {
    this.#shown = this.#all.filter(({ score }) => score === null || score >= this.#threshold)
    const { id } = this.#current ?? {}
    this.#current = this.#shown.find((one) => one.id === id) ?? null
    this.#onChange()
  }
}
