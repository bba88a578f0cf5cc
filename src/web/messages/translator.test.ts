import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from './en/english.ts'
import type { AnyLanguage } from './languages.ts'
import { msg, verbatim } from './message.ts'
import { loadPart } from './textParts.ts'
import { makeTranslator } from './translator.ts'

const t = makeTranslator('en', english)
const translatorOf = async (language: AnyLanguage) => makeTranslator(language, await loadPart(language, 'start'))

test('a time is given in the largest unit that fits', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  assert.equal(t.ago('2026-01-01T23:59:30Z', now), 'now')
  assert.equal(t.ago('2026-01-01T23:55:00Z', now), '5 minutes ago')
  assert.equal(t.ago('2026-01-02T02:59:00Z', now), 'in 2 hours')
  assert.equal(t.ago('2026-01-01T00:00:00Z', now), 'yesterday')
})

test('working times and sizes are spelled as the language spells them', async () => {
  const spanish = await translatorOf('es')
  assert.equal(t.duration(59.9), '59s')
  assert.equal(t.duration(3_600 + 5 * 60), '1h 05m')
  assert.equal(t.wait(47 * 3_600), '47h 00m')
  assert.equal(t.wait(192 * 3_600), '8 days')
  assert.equal(t.bytes(999), '999B')
  assert.equal(t.bytes(3_400_000), '3.4 MB')
  assert.equal(spanish.bytes(3_400_000), '3,4 MB')
  assert.equal(t.bytes(12_000_000_000), '12 GB')
})

test('plurals follow the language', async () => {
  const chinese = await translatorOf('zh-Hans')
  assert.equal(t('queue.openIssues', { count: 1 }), '1 open issue')
  assert.equal(t('queue.openIssues', { count: 1200 }), '1,200 open issues')
  assert.equal(chinese('queue.openIssues', { count: 1200 }), '1,200 个未解决的问题')
})

test('a message made without a language is translated with all that it holds', async () => {
  const spanish = await translatorOf('es')
  const message = msg('error.state', { stage: msg('stage.completed') })
  assert.equal(t.of(message), 'Not possible while the job is “Completed”.')
  assert.equal(spanish.of(message), 'No es posible mientras el trabajo está en «Completado».')
  assert.equal(spanish.of({ parts: [verbatim('car'), msg('stage.completed')] }), 'car, Completado')
})
