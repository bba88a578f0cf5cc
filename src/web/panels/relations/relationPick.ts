import type { Track } from '../../../model/document/document.ts'
import { relationsSet } from '../../../model/document/edits/relations.ts'
import { NO_RELATIONS, type Relation, type TagRelation } from '../../../model/relation.ts'
import { objectName } from '../../document/objectRows.ts'
import { type Observable, Signal } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg, verbatim } from '../../messages/message.ts'
import { type RelationOption, relating, relationOptions, relationsLost } from './relationOption.ts'

const picks = new WeakMap<EditorSession, RelationPick>()

interface Offer {
  other: Track
  options: readonly RelationOption[]
}

/**
 * Waits for the target of a relation from the selected objects: the next selection by a click in a view or in the list,
 * or by Enter. If several relations fit, the person chooses.
 */
export class RelationPick implements Observable {
  readonly #session: EditorSession
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #from: readonly string[] = []
  #offer: Offer | null = null

  constructor(session: EditorSession) {
    this.#session = session
  }

  static of(session: EditorSession): RelationPick {
    const pick = picks.get(session) ?? new RelationPick(session)
    picks.set(session, pick)
    return pick
  }

  /** Objects that wait for a target; empty: nothing is picked. */
  get from(): readonly string[] {
    return this.#from
  }

  /** Relations of which one is to be chosen. */
  get offered(): readonly RelationOption[] {
    return this.#offer?.options ?? []
  }

  start(): void {
    const { selection, readOnly } = this.#session
    if (selection.size === 0 || readOnly) return
    this.#session.setTool('select')
    this.#from = [...selection]
    window.addEventListener('click', this.#afterClick, { capture: true })
    this.#changes.emit()
  }

  /** Uses the current selection as target and restores the previous one. */
  readonly take = (): void => {
    const { selection, document } = this.#session
    if (this.#from.length === 0 || this.#offer) return
    const otherId = [...selection].find((id) => !this.#from.includes(id))
    const other = otherId === undefined ? undefined : document.tracks.get(otherId)
    if (!other) {
      if (selection.size === 0) this.cancel()
      return
    }
    this.#session.select(this.#from)
    const options = relationOptions(this.#session.job.tag, this.#tracks(), other)
    this.#offer = { other, options }
    if (options.length === 0) this.#refuse(other)
    else if (options.length === 1) this.choose(options[0])
    else this.#changes.emit()
  }

  choose(option: RelationOption): void {
    if (!this.#offer) return
    const { other } = this.#offer
    const tracks = this.#tracks()
    const related = option.isReversed ? [other] : tracks
    const edits = relating(tracks, other, option)
    const lost = relationsLost(related, edits)
    if (this.#session.execute('edit.relate', edits) && lost.length > 0) this.#sayLost(related, option.relation, lost)
    this.#end()
  }

  cancel(): void {
    this.#session.select(this.#from)
    this.#end()
  }

  /** The view selects the clicked object only after the click. */
  readonly #afterClick = (): void => void setTimeout(this.take, 0)

  #tracks(): Track[] {
    return this.#from.flatMap((id) => this.#session.document.tracks.get(id) ?? [])
  }

  #sayLost(related: readonly Track[], { name, max = 0 }: TagRelation, lost: readonly Relation[]): void {
    const list = (ids: Iterable<string>) => ({ list: Array.from(new Set(ids), (id) => verbatim(this.#nameOf(id))) })
    const before = related.map(({ id, relations = NO_RELATIONS }) => relationsSet(id, relations))
    this.#session.notices.add(
      msg('relation.gaveWay', {
        name,
        max,
        from: list(related.map(({ id }) => id)),
        lost: list(lost.map(({ to }) => to)),
      }),
      'warning',
      { label: msg('shell.undo'), run: () => void this.#session.execute('edit.unrelate', before) },
    )
  }

  #refuse(other: Track): void {
    const [one, that] = [this.#from[0], other.id].map((id) => this.#nameOf(id))
    this.#session.notices.refuse(msg('relation.none', { one, other: that }))
    this.#end()
  }

  #nameOf(id: string): string {
    return objectName(this.#session, id, '–') ?? '–'
  }

  #end(): void {
    this.#from = []
    this.#offer = null
    window.removeEventListener('click', this.#afterClick, { capture: true })
    this.#changes.emit()
  }
}
