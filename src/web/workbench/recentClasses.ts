import type { TagClass } from '../../model/tag.ts'
import { watch } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'

const MOST = 9

/** Where choices are stored: localStorage, or a map in tests. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What a person chose last in jobs of this tag: classes, newest first, and the tool. The next job begins with them. */
export class RecentClasses {
  readonly #storage: TextStorage
  readonly #key: string
  #classIds: readonly string[] = []
  #tool = ''

  constructor(storage: TextStorage, personId: string, { job, tag }: EditorSession['job']) {
    this.#storage = storage
    this.#key = `fiducial.chosen.${personId}.${job.projectId}.${tag.name}`
    this.#read()
  }

  /** Ids, the one that was chosen last first. */
  get all(): readonly string[] {
    return this.#classIds
  }

  /**
   * Gives the session class and tool of the last job, and records choices in it until the returned function is called.
   */
  attach(session: EditorSession): () => void {
    const [last] = this.#classIds
    const isOpen = session.job.tag.classes.some(({ classId, archived }) => classId === last && !archived)
    if (session.job.access !== 'read' && last && isOpen) session.setCurrentClass(last)
    if (session.job.access === 'read') return () => {}
    let isBegun = false
    const follow = () => {
      // Tools are there a little later than the job.
      if (session.tools.length === 0) return
      if (!isBegun && this.#tool !== '') session.setTool(this.#tool)
      isBegun = true
      this.#note(session.currentClassId, session.activeTool)
    }
    follow()
    return watch(
      session,
      ({ currentClassId, activeTool, tools }) => ({ currentClassId, activeTool, hasTools: tools.length > 0 }),
      follow,
    )
  }

  #note(classId: string | null, tool: string): void {
    if (classId !== null) this.#classIds = [classId, ...this.#classIds.filter((one) => one !== classId)].slice(0, MOST)
    this.#tool = tool
    try {
      this.#storage.setItem(this.#key, JSON.stringify({ classIds: this.#classIds, tool }))
    } catch {
      // Without storage the next job begins with the defaults.
    }
  }

  #read(): void {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '{}')
      if (typeof kept !== 'object' || kept === null) return
      if ('classIds' in kept && Array.isArray(kept.classIds))
        this.#classIds = kept.classIds.filter((one) => typeof one === 'string')
      if ('tool' in kept && typeof kept.tool === 'string') this.#tool = kept.tool
    } catch {
      // Unreadable choices are ignored.
    }
  }
}

/** Classes whose names have the typed words, those that begin with them first; of equals those used last. */
export function foundClasses(
  classes: readonly TagClass[],
  recent: readonly string[],
  typed: string,
): readonly TagClass[] {
  const wanted = typed.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const rankOf = ({ classId, name }: TagClass) => {
    const used = recent.indexOf(classId)
    const isFirst = wanted !== '' && name.toLowerCase().startsWith(wanted)
    return (isFirst ? 0 : 1000) + (used < 0 ? recent.length : used)
  }
  return classes
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
