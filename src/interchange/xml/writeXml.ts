/** Pieces of XML text: elements are put together as strings, since files are written as they grow. */

export type XmlAttributes = Readonly<Record<string, string | number>>

/** XML 1.0 cannot hold most control characters, unpaired surrogates and U+FFFE, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

export const isXmlText = (text: string): boolean => text.search(FORBIDDEN) < 0

/** Replaces what XML cannot hold. */
export const xmlSafe = (text: string): string => text.replace(FORBIDDEN, '\uFFFD')

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes line ends and tabs as numbers: in attributes, readers turn them into spaces. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (char) => ESCAPED[char] ?? `&#${char.charCodeAt(0)};`)

export function openTag(name: string, attributes: XmlAttributes = {}): string {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    text += ` ${key}="${typeof value === 'number' ? value : escapeXml(value)}"`
  }
  return `${text}>`
}

export const emptyTag = (name: string, attributes: XmlAttributes = {}): string =>
  `${openTag(name, attributes).slice(0, -1)}/>`

/** An element that only has text in it. */
export const textElement = (name: string, text: string | number, attributes: XmlAttributes = {}): string =>
  `${openTag(name, attributes)}${typeof text === 'number' ? text : escapeXml(text)}</${name}>`

/** An element with parts in it, one a line. */
export const element = (name: string, attributes: XmlAttributes, parts: readonly string[]): string =>
  parts.length === 0 ? emptyTag(name, attributes) : `${openTag(name, attributes)}\n${parts.join('\n')}\n</${name}>`
