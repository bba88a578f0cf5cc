import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from '@formatjs/icu-messageformat-parser'
import { STOP_WORDS } from '../../../test/architecture/stopWords.ts'
import { openCatalogue, withTexts } from './catalogue.ts'
import { english } from './en/english.ts'
import { englishParts } from './en/englishParts.ts'
import { type AnyLanguage, LANGUAGES, PSEUDO } from './languages.ts'
import type { MessageId, TextPart } from './message.ts'
import { loadPart } from './textParts.ts'

type Element = ReturnType<typeof parse>[number]
/** Of MessageFormatElement. */
const [LITERAL, NUMBER, SELECT, PLURAL, TAG] = [0, 2, 5, 6, 8]

const IDS = Object.keys(english) as MessageId[]
const others: AnyLanguage[] = [...LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en'), PSEUDO]

/** What a text needs, such as `count number` and `name any`, in alphabetical order. */
function values(elements: readonly Element[], found = new Set<string>()): string[] {
  for (const element of elements) {
    if (element.type === TAG && 'children' in element) {
      found.add(`${element.value} tag`)
      values(element.children, found)
    } else if ((element.type === PLURAL || element.type === SELECT) && 'options' in element) {
      found.add(`${element.value} number`)
      for (const { value } of Object.values(element.options)) values(value, found)
    } else if (element.type === NUMBER && 'value' in element) found.add(`${element.value} number`)
    else if (element.type === 1) found.add(`${element.value} any`)
  }
  return [...found].sort()
}

const PARTS = Object.keys(englishParts) as TextPart[]

test('each message is in one part of English, and so in one of all others', async () => {
  const parts = await Promise.all(PARTS.map((part) => loadPart('en', part)))
  assert.deepEqual(parts.flatMap(Object.keys).sort(), [...IDS].sort())
})

for (const language of others) {
  test(`${language} has the same messages as English, with the same values`, async () => {
    const catalogue: Record<string, string> = {}
    for (const part of PARTS) {
      const texts = await loadPart(language, part)
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(await loadPart('en', part)).sort())
      Object.assign(catalogue, texts)
    }
    const different = IDS.filter((id) => values(parse(catalogue[id])).join() !== values(parse(english[id])).join())
    assert.deepEqual(different, [])
  })
}

const isBareWord = (element: Element) =>
  element.type === LITERAL && 'value' in element && /^\w*$/.test(String(element.value))

test('every plural has a branch for the rest, and none is a single bare word, which would look like a value', () => {
  const bad: string[] = []
  const visit = (id: string, elements: readonly Element[]) => {
    for (const element of elements) {
      if (element.type !== PLURAL || !('options' in element)) continue
      if (!('other' in element.options)) bad.push(id)
      for (const { value } of Object.values(element.options)) {
        if (value.length === 1 && isBareWord(value[0])) bad.push(id)
        visit(id, value)
      }
    }
  }
  for (const id of IDS) visit(id, parse(english[id]))
  assert.deepEqual(bad, [])
})

test('English is written as the style guide says', () => {
  const dialect = new RegExp(`\b(${STOP_WORDS.join('|')}|thereof)\b`, 'i')
  assert.deepEqual(
    IDS.filter((id) => dialect.test(english[id]) || / {2}|\.\.\.|^\s|\s$/.test(english[id])),
    [],
  )
})

/** Keys that belong to a field or a gesture of the pointer, and that no one can change. */
const FIXED_KEYS: ReadonlySet<string> = new Set<MessageId>([
  'callback.originsHint',
  'tag.attributes.optionsHint',
  'tool.polygon',
  'search.key',
  'search.hint',
  'tool.object',
  'tool.wand',
  'tool.superpixels',
  'region.correct',
  'region.wand',
  'region.superpixels',
  'cuboid.batch.selectHint',
  'seg.chooseToJoin',
  'assist.segmentHint',
  'assist.pointHint',
  'assist.fitHint',
  'assist.fitTask',
])
const KEY = /\b(Ctrl|Control|Alt|Shift|Cmd|Esc|Escape|Enter|Tab|Backspace|Space|F\d|Page(Up|Down))\b|⌘|⌥/

test('a text names no key: labels show the one that is bound now', () => {
  const literals = (elements: readonly Element[]): string =>
    elements.map((element) => (element.type === LITERAL && 'value' in element ? element.value : ' ')).join('')
  const naming = IDS.filter((id) => !id.startsWith('pointer.') && !FIXED_KEYS.has(id))
    // "Enter" also begins requests to fill in a field.
    .filter((id) => KEY.test(literals(parse(english[id])).replaceAll(/\bEnter (a|an|it|the) /g, '')))
  assert.deepEqual(naming, [])
  assert.match(literals(parse('Press Esc to cancel')), KEY)
  assert.doesNotMatch(literals(parse('Press <key>Esc</key> to cancel')), KEY)
})

test('texts come with what shows them, and in each language that is chosen from then on', async () => {
  const has = (texts: Record<string, string>, id: MessageId) => texts[id] !== undefined
  const spanish = await openCatalogue('es')
  assert.deepEqual(Object.keys(spanish).sort(), Object.keys(await loadPart('es', 'start')).sort())
  assert.equal(await withTexts(['dialogs'], Promise.resolve('code')), 'code')
  assert.ok(has(spanish, 'keys.title') && !has(spanish, 'seg.classes'))
  // Both at once: it must not matter which is there first.
  const [chinese] = await Promise.all([openCatalogue('zh-Hans'), withTexts(['segmentation'], Promise.resolve())])
  assert.ok(has(chinese, 'keys.title') && has(chinese, 'seg.classes'))
  await assert.rejects(withTexts(['image'], Promise.reject(new Error('no network'))))
})
