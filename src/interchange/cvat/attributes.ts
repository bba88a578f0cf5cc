import { attributeText } from '../core/importedAttributes.ts'
import type { WireAttributes } from '../records/flatRecords.ts'
import type { XmlElement } from '../xml/readXml.ts'
import { isXmlText, textElement } from '../xml/writeXml.ts'

/** Attributes as elements; what XML cannot carry is left out and counted. */
export function attributeElements(...groups: readonly WireAttributes[]): { elements: string[]; dropped: number } {
  const elements: string[] = []
  let dropped = 0
  for (const group of groups) {
    for (const [name, { value }] of Object.entries(group)) {
      const text = attributeText(value)
      if (isXmlText(name) && isXmlText(text)) elements.push(textElement('attribute', text, { name }))
      else dropped++
    }
  }
  return { elements, dropped }
}

/** Names and texts of the attributes inside an element. */
export const readAttributes = ({ children }: XmlElement): (readonly [string, string])[] =>
  children.flatMap(({ name, attributes, text }) =>
    name === 'attribute' ? [[attributes.get('name') ?? '', text] as const] : [],
  )
