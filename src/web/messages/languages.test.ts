import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenLanguage, rememberLanguage } from './languages.ts'

const empty = { getItem: () => null }

test('without a choice the first language of the browser that we have is shown', () => {
  assert.equal(chosenLanguage(empty, ['fr-FR', 'es-MX', 'en-US']), 'es')
  assert.equal(chosenLanguage(empty, ['zh-CN']), 'zh-Hans')
  assert.equal(chosenLanguage(empty, ['zh-TW', 'en']), 'en')
  assert.equal(chosenLanguage(empty, ['fr']), 'en')
  assert.equal(chosenLanguage(empty, []), 'en')
})

test("a person's choice wins, if we have that language", () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  rememberLanguage(storage, 'zh-Hans')
  assert.equal(chosenLanguage(storage, ['es']), 'zh-Hans')
  kept.set([...kept.keys()][0], 'tlh')
  assert.equal(chosenLanguage(storage, ['es']), 'es')
})
