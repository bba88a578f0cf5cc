import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { ImportError, type SentArchive } from '../core/reader.ts'

/** An element with its content. Its text excludes that of its children. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  text: string
  /** Where it starts, from 1. */
  line: number
}

const MAX_DEPTH = 32
/** What one element may hold: it is in memory whole. */
const MAX_ELEMENTS = 2_000_000
const MAX_TEXT = 256 * 1024 * 1024

/**
 * Reads an entry as it arrives and yields the elements of these names one by one, without holding the rest of the file.
 * The first element must be called `root`. A document type declaration, which could define entities, is refused unless
 * it has nothing but the name `plainDoctype`.
 * @throws ImportError NOT_THIS_FORMAT, ENCODING, ARCHIVE_TOO_LARGE with the line
 */
export async function* readXml(
  archive: SentArchive,
  file: string,
  { root, elements, plainDoctype }: { root: string; elements: readonly string[]; plainDoctype?: string },
): AsyncGenerator<XmlElement> {
  const reading = new Reading(file, root, new Set(elements), plainDoctype)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw reading.refused('ENCODING', 'is not UTF-8')
    }
  }
  for await (const bytes of archive.open(file)) {
    reading.parser.write(decoded(bytes))
    yield* reading.take()
  }
  reading.parser.write(decoded())
  reading.parser.close()
  yield* reading.take()
}

interface OpenElement extends XmlElement {
  attributes: Map<string, string>
  children: XmlElement[]
}

class Reading {
  readonly parser = new SaxesParser()
  readonly #file: string
  readonly #root: string
  readonly #wanted: ReadonlySet<string>
  readonly #open: OpenElement[] = []
  #done: XmlElement[] = []
  #depth = 0
  #elements = 0
  #characters = 0

  constructor(file: string, root: string, wanted: ReadonlySet<string>, plainDoctype?: string) {
    this.#file = file
    this.#root = root
    this.#wanted = wanted
    const { parser } = this
    parser.on('error', (error) => {
      throw this.refused('ENCODING', error.message)
    })
    parser.on('doctype', (text) => {
      if (text.trim() !== plainDoctype) throw this.refused('NOT_ALLOWED', 'has a document type declaration')
    })
    parser.on('opentag', (tag) => this.#start(tag))
    parser.on('text', (text) => this.#text(text))
    parser.on('cdata', (text) => this.#text(text))
    parser.on('closetag', () => this.#end())
  }

  refused(type: string, reason: string): ImportError {
    return new ImportError(
      { file: this.#file, line: this.parser.line, type },
      `${this.#file}: line ${this.parser.line} ${reason}`,
    )
  }

  /** Elements that are whole by now. */
  take(): XmlElement[] {
    const done = this.#done
    this.#done = []
    return done
  }

  #start({ name, attributes }: SaxesTagPlain): void {
    if (this.#depth === 0 && name !== this.#root) {
      throw this.refused('NOT_THIS_FORMAT', `has the element ${name} in place of ${this.#root}`)
    }
    if (++this.#depth > MAX_DEPTH) throw this.refused('ARCHIVE_TOO_LARGE', `is nested deeper than ${MAX_DEPTH}`)
    if (this.#open.length === 0 && !this.#wanted.has(name)) return
    if (++this.#elements > MAX_ELEMENTS)
      throw this.refused('ARCHIVE_TOO_LARGE', `has an element of more than ${MAX_ELEMENTS} parts`)
    const element = {
      name,
      attributes: new Map(Object.entries(attributes)),
      children: [],
      text: '',
      line: this.parser.line,
    }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  #text(text: string): void {
    const element = this.#open.at(-1)
    if (!element) return
    this.#characters += text.length
    if (this.#characters > MAX_TEXT) throw this.refused('ARCHIVE_TOO_LARGE', `has more text than ${MAX_TEXT}`)
    element.text += text
  }

  #end(): void {
    this.#depth--
    const element = this.#open.pop()
    if (!element || this.#open.length > 0) return
    this.#done.push(element)
    this.#elements = 0
    this.#characters = 0
  }
}

/** The first element of that name inside. */
export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name)

/** Text of the first element of that name inside, without space around it. */
export const childText = (element: XmlElement, name: string): string | undefined => childOf(element, name)?.text.trim()

/** NaN if it is absent, not a number or not finite. */
export const numberAttribute = ({ attributes }: XmlElement, name: string): number => {
  const text = attributes.get(name)?.trim()
  const number = text ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}
