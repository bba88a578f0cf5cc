import { hash } from 'node:crypto'

const MAX_LENGTH = 128

/** Ids of sensors by their topics: without the leading slash, other slashes as `_`, each id once. */
export class SensorIds {
  readonly #ids = new Map<string, string>()
  readonly #taken = new Set<string>()

  of(topic: string): string {
    const known = this.#ids.get(topic)
    if (known !== undefined) return known
    const plain = shortened(topic.replace(/^\//, '').replace(/[/\\\p{C}]/gu, '_') || 'topic')
    let id = plain
    for (let n = 2; this.#taken.has(id); n++) id = `${plain}_${n}`
    this.#ids.set(topic, id)
    this.#taken.add(id)
    return id
  }
}

function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const end = `~${hash('sha256', text).slice(0, 16)}`
  return text.slice(0, MAX_LENGTH - end.length).toWellFormed() + end
}
