import type { AttributeValue } from '../../../model/attribute.ts'
import { type AskedAttribute, askedAttributes, lacksAnswer } from '../../document/askedAttributes.ts'
import { Signal, watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg } from '../../messages/message.ts'

/** The number of choices with a digit. */
export const NUMBERED_CHOICES = 9

const IS_CHOSEN = new Set(['select', 'multiselect', 'boolean'])

/**
 * The attribute that digits answer. It is independent of any page: a key moves the focus and the next one answers,
 * however fast they come, and fields follow. Another selection or act ends it.
 */
export class AttributeFocus {
  readonly #session: EditorSession
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #name: string | null = null
  /** Digits are for attributes: never for classes, even when all are answered. */
  #isOn = false
  /** An answer brought the focus here: the next key for it stays. */
  #isFollowing = false

  constructor(session: EditorSession) {
    this.#session = session
  }

  /** Ends with each other selection, frame or tool, until the answer is called. */
  attach(): () => void {
    return watch(
      this.#session,
      ({ selection, frame, activeTool }) => ({ selection, frame, activeTool }),
      () => this.leave(),
    )
  }

  /** The attribute with the focus; null: none. */
  get name(): string | null {
    return this.#name
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** The focused attribute takes all keys as text. */
  get isText(): boolean {
    const current = askedAttributes(this.#session).find(({ attribute }) => attribute.name === this.#name)
    return current !== undefined && !isChosen(current)
  }

  /** To the first attribute without an answer, and from one to the next. */
  next(): void {
    const all = askedAttributes(this.#session)
    // With nothing selected, a digit typed blindly must not become a text of the job.
    const asked = this.#session.selection.size > 0 ? all : all.filter(isChosen)
    const at = asked.findIndex(({ attribute }) => attribute.name === this.#name)
    if (at >= 0 && this.#isFollowing) this.#isFollowing = false
    else if (at >= 0) this.#goTo(asked[(at + 1) % asked.length])
    else this.#goTo(asked.find(lacksAnswer) ?? asked[0])
    if (asked.length === 0) this.#session.notices.refuse(msg('attribute.none'))
  }

  /** Answers the attribute that has the focus; false: the digit is not for attributes. */
  takeDigit(digit: number): boolean {
    if (!this.#isOn) return false
    const asked = askedAttributes(this.#session)
    const current = asked.find(({ attribute }) => attribute.name === this.#name)
    if (!current) {
      this.#session.notices.refuse(msg(asked.length === 0 ? 'attribute.none' : 'attribute.allAnswered'))
      return true
    }
    if (!isChosen(current)) return false
    const { attribute, value } = current
    const choice = choicesOf(current)[digit - 1]
    if (choice === undefined) {
      this.#session.notices.refuse(msg('attribute.noChoice', { digit, attribute: attribute.name }))
    } else if (attribute.type === 'multiselect') {
      current.set(toggled(value, String(choice)))
      this.#isFollowing = false
    } else {
      if (choice !== value) current.set(choice)
      this.#advance()
    }
    return true
  }

  /** A field got the focus of the page, by Tab or the pointer. */
  entered(name: string): void {
    if (this.#name === name) return
    this.#name = name
    this.#isOn = true
    this.#isFollowing = false
    this.#changes.emit()
  }

  /** A field lost the focus of the page. */
  left(name: string): void {
    if (this.#name === name) this.leave()
  }

  leave(): void {
    if (!this.#isOn) return
    this.#isOn = false
    this.#isFollowing = false
    this.#name = null
    this.#changes.emit()
  }

  /** To the next one without an answer, around the end; a text is reached by hand alone. */
  #advance(): void {
    const asked = askedAttributes(this.#session)
    const at = asked.findIndex(({ attribute }) => attribute.name === this.#name)
    const following = [...asked.slice(at + 1), ...asked.slice(0, at)]
    this.#goTo(following.find((one) => isChosen(one) && lacksAnswer(one)))
    this.#isFollowing = this.#name !== null
  }

  #goTo(asked: AskedAttribute | undefined): void {
    this.#name = asked?.attribute.name ?? null
    this.#isOn = true
    this.#isFollowing = false
    this.#changes.emit()
  }
}

const isChosen = ({ attribute }: AskedAttribute): boolean => IS_CHOSEN.has(attribute.type)

/** In the order of their digits. */
function choicesOf({ attribute }: AskedAttribute): readonly (string | boolean)[] {
  return attribute.type === 'boolean' ? [true, false] : attribute.options.slice(0, NUMBERED_CHOICES)
}

function toggled(value: AttributeValue | undefined, choice: string): string[] | null {
  const chosen: readonly string[] = Array.isArray(value) ? value : []
  const left = chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]
  return left.length === 0 ? null : left
}
