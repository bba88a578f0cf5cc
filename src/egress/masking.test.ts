import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { spelledBytes, withoutSecrets } from './masking.ts'

const KEY = 'SERVICE"KEY-A/secret+0123 456789ü'
const clean = (text: string, length = 4096) => withoutSecrets(text, [KEY], length)

const html = (text: string) => text.replace(/["&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  JSON: (text) => JSON.stringify({ header: text }),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify({ header: text })),
  'JSON of PHP': (text) =>
    JSON.stringify(text).replaceAll('/', '\\/').replaceAll('ü', '\\u00fc').replaceAll('\\"', '\\u0022'),
  URL: (text) => `?key=${encodeURIComponent(text)}`,
  form: (text) => new URLSearchParams({ key: text }).toString(),
  'URL in lower case': (text) => encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
  HTML: html,
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
}

test('a secret is taken out of an answer in every spelling', () => {
  for (const [name, spell] of Object.entries(spellings)) {
    const shown = clean(`before ${spell(KEY)} after`)
    assert.ok(shown.includes('[secret]'), `${name}: ${shown}`)
    assert.ok(!/secret\+?0123|0123[+ ]?4567/i.test(shown), `${name}: ${shown}`)
    assert.match(shown, /^before .*after$/, name)
  }
})

test('base64 of a text that the secret stands in is known at every alignment', () => {
  for (const before of ['', 'a', 'ab', 'abc', 'x-service-key: ']) {
    for (const after of ['', '\n', 'xy']) {
      const shown = clean(`<${Buffer.from(before + KEY + after).toString('base64')}>`)
      assert.ok(shown.includes('[secret]'), shown)
      const rest = shown.slice(1, -1).replace('[secret]', '')
      assert.ok(!Buffer.from(rest, 'base64').toString('latin1').includes('KEY'), shown)
    }
  }
})

test('a secret that begins before the cut or breaks off at the end shows no part of itself', () => {
  for (let at = 0; at <= 60; at++) {
    const shown = clean(`${'x'.repeat(at)}${KEY} after`, 50)
    assert.ok(!shown.includes('SERVIC'), `${at}: ${shown}`)
  }
  for (const name of ['plain', 'JSON', 'JSON in JSON', 'URL', 'base64', 'base64url']) {
    const whole = spellings[name](KEY)
    const begin = whole.search(/SERVICE|U0VS/)
    for (let end = begin + 9; end < whole.length - 3; end++) {
      const shown = clean(`answer: ${whole.slice(0, end)}`)
      assert.ok(!/SERVIC|U0VSVklD/.test(shown), `${name}: ${shown}`)
    }
  }
})

test('the plain secret is never shown, for any secret and any text around it', () => {
  const secret = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => text.trim().length > 7)
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), fc.integer({ min: 0, max: 100 }), (key, before, after, length) => {
      const shown = withoutSecrets(before + key + after, [key], length)
      fc.pre(!'[secret]'.includes(key))
      assert.ok(!shown.includes(key))
    }),
  )
})

test('other text stays as it is, up to the length', () => {
  assert.equal(clean('{"ok":true}'), '{"ok":true}')
  assert.equal(clean('x'.repeat(5000)).length, 4096)
  assert.ok(spelledBytes(KEY) >= JSON.stringify(KEY).length)
})
