import { Signal } from '../../document/observable.ts'
import type { Label } from '../../messages/messageValues.ts'
import { chordOf, type KeyPress, worksWhileTyping } from './chord.ts'

/** Something a key can do. `keys` are those it has until a person chooses others. */
export interface Command {
  /** Stable: a person's choices are stored under it. */
  id: string
  label: Label
  group: Label
  keys: readonly string[]
  /** @param isRepeat the key is held down */
  run(isRepeat?: boolean): void
  /** Absent: always. */
  isEnabled?(): boolean
}

export interface BoundCommand {
  command: Command
  keys: readonly string[]
  isChanged: boolean
}

/** A person's chosen keys, and their storage. */
export interface KeyChoices {
  read(): KeyBindings
  keep(bindings: KeyBindings): void
}

/** Chords by the id of the command. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>

/** Keys for editing text in a field: a command on them must not take them away from the field. */
const EDITING = new Set(['Ctrl+Z', 'Ctrl+Y', 'Ctrl+Shift+Z', 'Ctrl+A', 'Ctrl+C', 'Ctrl+V', 'Ctrl+X'])

/** The commands that can be used now, and the keys that a person gave them. */
export class Keymap {
  readonly #choices: KeyChoices
  readonly #registered = new Set<readonly Command[]>()
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #chosen: ReadonlyMap<string, readonly string[]>
  #bound: readonly BoundCommand[] = []

  constructor(choices: KeyChoices) {
    this.#choices = choices
    this.#chosen = new Map(Object.entries(choices.read()))
  }

  /** Adds commands until the returned function is called. Later ones win a key that earlier ones have too. */
  register(commands: readonly Command[]): () => void {
    this.#registered.add(commands)
    this.#changed()
    return () => {
      this.#registered.delete(commands)
      this.#changed()
    }
  }

  /** The same array until something changes. */
  get commands(): readonly BoundCommand[] {
    return this.#bound
  }

  keysOf(id: string): readonly string[] {
    return this.#bound.find(({ command }) => command.id === id)?.keys ?? []
  }

  /** The other command of this job that has the key; null: the key is free. */
  holderOf(chord: string, id: string): Command | null {
    return this.#bound.find(({ command, keys }) => command.id !== id && keys.includes(chord))?.command ?? null
  }

  /** Gives a command its keys; null: the defaults. Another command that had one of them loses it. */
  setKeys(id: string, keys: readonly string[] | null): void {
    const chosen = new Map(this.#chosen)
    if (keys === null) chosen.delete(id)
    else chosen.set(id, keys)
    for (const { command, keys: theirs } of this.#bound) {
      if (command.id === id || !theirs.some((key) => keys?.includes(key))) continue
      chosen.set(
        command.id,
        theirs.filter((key) => !keys?.includes(key)),
      )
    }
    this.#keep(chosen)
  }

  resetAll(): void {
    this.#keep(new Map())
  }

  /** Runs the command of the key; false if there is none. */
  press(press: KeyPress, isTyping: boolean): boolean {
    const chord = chordOf(press)
    if (chord === null || (isTyping && (!worksWhileTyping(chord) || EDITING.has(chord)))) return false
    const found = this.#bound.findLast(({ command, keys }) => keys.includes(chord) && (command.isEnabled?.() ?? true))
    found?.command.run(press.repeat ?? false)
    return found !== undefined
  }

  #keep(chosen: ReadonlyMap<string, readonly string[]>): void {
    this.#chosen = chosen
    this.#choices.keep(Object.fromEntries(chosen))
    this.#changed()
  }

  #changed(): void {
    const byId = new Map<string, BoundCommand>()
    for (const command of [...this.#registered].flat()) {
      const chosen = this.#chosen.get(command.id)
      byId.set(command.id, { command, keys: chosen ?? command.keys, isChanged: chosen !== undefined })
    }
    this.#bound = [...byId.values()]
    this.#changes.emit()
  }
}
