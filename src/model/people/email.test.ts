import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailSkeleton, normalEmail } from './email.ts'

test('an email is stored composed, and refused where it holds what cannot be seen', () => {
  assert.equal(normalEmail('re\u0301my@example.com'), 'r\u00e9my@example.com')
  assert.equal(normalEmail('Ana.Müller+x@exämple.co.uk'), 'Ana.Müller+x@exämple.co.uk')
  const hidden = [
    '\u200b',
    '\u202e',
    '\u2066',
    '\u00ad',
    '\u00a0',
    ' ',
    '\t',
    '\0',
    '\ufeff',
    '\u3164',
    '\ufe0f',
    '\ud800',
  ]
  for (const character of hidden) {
    assert.equal(normalEmail(`admin${character}@example.com`), null, JSON.stringify(character))
  }
  for (const text of [
    '',
    'admin',
    'admin@example',
    '@example.com',
    'a@b@example.com',
    'a@.',
    `${'a'.repeat(65)}@b.cd`,
  ]) {
    assert.equal(normalEmail(text), null, text)
  }
})

test('emails that look alike have one skeleton, others do not', () => {
  const alike = [
    'admin@example.com',
    'ADMIN@Example.COM',
    '\u0430dmin@example.com',
    'admin@ex\u0430mple.com',
    'ａdmin@example.com',
  ]
  for (const email of alike) assert.equal(emailSkeleton(email), 'admin@example.com')
  assert.notEqual(emailSkeleton('admin@example.org'), emailSkeleton('admin@example.com'))
  assert.notEqual(emailSkeleton('adm1n@example.com'), emailSkeleton('admin@example.com'))
})

test('a dot over a letter that has one is not seen', () => {
  assert.equal(emailSkeleton('twi\u0307n@example.com'), emailSkeleton('twin@example.com'))
  assert.equal(emailSkeleton('tw\u0456\u0307n@example.com'), emailSkeleton('twin@example.com'))
  assert.notEqual(emailSkeleton('zo\u0307e@example.com'), emailSkeleton('zoe@example.com'))
})
