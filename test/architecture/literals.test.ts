import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readLiterals } from './literals.ts'

const WEB = join(import.meta.dirname, '..', '..', 'src', 'web')

/** The name of the product, and states of a batch as the API spells them. */
const NAMES = new Set([
  'Fiducial',
  'Empty',
  'In Progress',
  'Complete',
  // Of an error that only developers read.
  'WorkerClosed',
  'the worker sent what cannot be read',
])

test('no text of the pages stands outside of the message catalogue', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('messages'),
  )
  const found = files.flatMap((path) =>
    readLiterals(readFileSync(join(WEB, path), 'utf8'), path)
      .filter(({ text }) => !NAMES.has(text))
      .map(({ line, text }) => `${path}:${line} ${text}`),
  )
  assert.deepEqual(found, [])
  assert.ok(files.length > 200)
})

test('texts are seen where they can stand: in elements, attributes, notices, templates, lists', () => {
  const texts = (source: string) => readLiterals(source, 'a.tsx').map(({ text }) => text)
  assert.deepEqual(texts('const a = <p>Save {name} now</p>'), ['Save', 'now'])
  assert.deepEqual(texts('const a = <A label="save" />'), ['save'])
  assert.deepEqual(texts("notifications.show({ message: 'Your name was changed.' })"), ['Your name was changed.'])
  assert.deepEqual(texts('const a = `$' + '{count} open issues`'), ['0 open issues'])
  assert.deepEqual(texts("const WORDS = { saved: 'Saved' }"), ['Saved'])
  assert.deepEqual(texts("const a = <p>{isOpen ? 'Close' : t('open')}</p>"), ['Close'])
})

test('texts that only machines read are not counted', () => {
  const source = `
    import { a } from './Some File.ts'
    type T = 'Some words'
    const b = request('GET /api/me', { 'Content-Type': 'text/plain' })
    throw new Error('there is no job')
    const c = <p className="panel row" id="x" />
    const d = ['Ctrl+Enter', 'Esc', 'in_progress', 'image2d']
  `
  assert.deepEqual(readLiterals(source, 'a.tsx'), [])
})
