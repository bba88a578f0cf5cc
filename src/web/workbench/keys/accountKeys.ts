import type { KeyBindings, KeyChoices } from './keymap.ts'

/** This computer's storage: localStorage, or a map in tests. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface AccountKeysParts {
  storage: TextStorage
  personId: string
  /** What the account has; null: it could not be asked. */
  ofAccount: KeyBindings | null
  send(bindings: KeyBindings): Promise<unknown>
}

/**
 * A person's own keys, stored with the account. Unsent changes stay on this computer and are sent when the next job is
 * opened. Keys that earlier versions stored in the browser are imported once; those of the account win.
 */
export class AccountKeys implements KeyChoices {
  readonly #parts: AccountKeysParts
  readonly #unsentKey: string
  #bindings: KeyBindings

  constructor(parts: AccountKeysParts) {
    const { storage, personId, ofAccount } = parts
    this.#parts = parts
    this.#unsentKey = `fiducial.unsentKeys.${personId}`
    const oldKey = `fiducial.keys.${personId}`
    const unsent = readBindings(storage.getItem(this.#unsentKey))
    const old = readBindings(storage.getItem(oldKey))
    this.#bindings = unsent ?? { ...old, ...ofAccount }
    if (ofAccount === null || (!unsent && !old)) return
    this.keep(this.#bindings)
    storage.removeItem(oldKey)
  }

  read(): KeyBindings {
    return this.#bindings
  }

  keep(bindings: KeyBindings): void {
    const { storage, send } = this.#parts
    this.#bindings = bindings
    storage.setItem(this.#unsentKey, JSON.stringify(bindings))
    send(bindings).then(
      () => {
        // Later ones are on their way themselves.
        if (this.#bindings === bindings) storage.removeItem(this.#unsentKey)
      },
      () => {},
    )
  }
}

/** null: nothing readable is stored, which only loses the choice. */
function readBindings(text: string | null): KeyBindings | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, string[]] =>
          Array.isArray(entry[1]) && entry[1].every((key) => typeof key === 'string'),
      ),
    )
  } catch {
    return null
  }
}
