import type { Page } from 'playwright-core'

/** Read aloud or shown besides text. */
const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt']

/**
 * Texts of a page in the pseudo-language that are outside its brackets, and texts that are cut off. `known` are the
 * words of the test's data (names, ids, keys), which stay unchanged; the browser spells times and numbers.
 */
export function untranslated(page: Page, known: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ({ attributes, words }) => {
      const faults = new Set<string>()
      const spelled =
        /\b(AM|PM|ago|now|in|yesterday|minutes?|hours?|days?|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g
      const isPlain = (text: string) => {
        if (text.includes('⟦') || text.includes('⟧')) return false
        const rest = words.reduce((left, word) => left.replaceAll(word, ''), text).replace(spelled, '')
        return /[A-Za-z]{2,}/.test(rest)
      }
      const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent ?? ''
        const parent = texts.currentNode.parentElement
        if (!parent || !isSeen(parent) || parent.closest('kbd, code, script, style, [translate=no], [lang]:not(html)'))
          continue
        // A message with elements in it is several texts: the brackets are around all of them.
        const whole = parent.closest('p, div, span, button, td, th, label')?.textContent ?? text
        if (isPlain(text) && isPlain(whole)) faults.add(`text: ${text.trim().slice(0, 60)}`)
      }
      for (const element of document.body.querySelectorAll('*')) {
        // The hidden copy by which a growing text field measures itself.
        if (element.getAttribute('aria-hidden') === 'true' || element.tagName === 'TEXTAREA') continue
        for (const name of attributes) {
          const value = element.getAttribute(name)
          if (value && isPlain(value) && !element.closest('[translate=no]'))
            faults.add(`${name}: ${value.slice(0, 60)}`)
        }
        const { overflowX, textOverflow } = getComputedStyle(element)
        const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        const isOurs = element.textContent?.includes('⟦') && !element.classList.contains('clipped')
        if (isCut && isOurs && element.children.length === 0 && isSeen(element) && textOverflow === 'ellipsis') {
          faults.add(`cut: ${element.textContent?.slice(0, 60)}`)
        }
      }
      return [...faults]
    },
    { attributes: ATTRIBUTES, words: [...known].sort((a, b) => b.length - a.length) },
  )
}
