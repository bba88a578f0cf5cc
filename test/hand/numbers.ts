import type { AnnotatedDocument } from '../../src/model/document/document.ts'

/** Numbers of a job's objects as a person remembers them: `car 7` is one car for good. */
export class Numbers {
  readonly #owners = new Map<string, string>()
  readonly #last = new Map<string, number>()
  #now = new Map<string, { classId: string; number: number | undefined }>()

  /** @throws Error that names the object whose number changed or belongs to another object */
  check({ tracks }: AnnotatedDocument): void {
    const now = new Map<string, { classId: string; number: number | undefined }>()
    for (const { id, classId, number = 0 } of tracks.values()) {
      const before = this.#now.get(id)
      const name = `${classId} ${number}`
      const owner = this.#owners.get(name)
      // Undo of a class that was changed and changed back gives the first number back.
      if (before?.classId === classId && before.number !== number && owner !== id) {
        throw new Error(`${classId} ${before.number} became ${name}`)
      }
      const last = this.#last.get(classId) ?? 0
      if (owner === undefined && number !== last + 1) throw new Error(`${name} came after ${classId} ${last}`)
      if (owner !== undefined && owner !== id) throw new Error(`${name} is two objects`)
      this.#owners.set(name, id)
      this.#last.set(classId, Math.max(last, number))
      now.set(id, { classId, number })
    }
    this.#now = now
  }
}
