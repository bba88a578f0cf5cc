import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { parseAllowNetworks } from './address.ts'
import { checkUrl, parseTarget } from './target.ts'
import { readUrlFixtures } from './testing/loopback.ts'

const closed = { allowNetworks: parseAllowNetworks('') }
const fixtures = readUrlFixtures()

test('every known trick spelling gets the fault its parsed form deserves', {
  skip: !fixtures && 'no fixtures here',
}, () => {
  for (const { url, expect, why } of fixtures ?? []) {
    assert.equal(expect, 'reject')
    const fault = checkUrl(url, closed)
    if (why.startsWith('literal')) assert.equal(fault, 'FORBIDDEN_ADDRESS', url)
    else if (why.startsWith('scheme') || why.startsWith('unparsable')) assert.equal(fault, 'INVALID_URL', url)
    else if (url.includes('@')) assert.equal(fault, 'INVALID_URL', url)
    else if (/localhost/.test(new URL(url).hostname) && !url.includes('ip6-'))
      assert.equal(fault, 'FORBIDDEN_ADDRESS', url)
    // Other names are checked by what they resolve to: client.test.ts.
    else assert.ok(why.startsWith('hostname') && fault === null, url)
  }
})

test('ordinary URLs are accepted and sent unchanged', () => {
  for (const text of [
    'https://data.example/a%20b/c.png?sig=%2B%2f#part',
    'http://93.184.216.34:8000/x',
    'http://[2606:4700::1111]/',
    'https://münchen.example/',
    'https://xn--mnchen-3ya.example/',
    'http://metadata.example.com/',
  ]) {
    const target = parseTarget(text, closed)
    assert.ok('url' in target, text)
    assert.equal(target.url.href, new URL(text).href)
  }
})

test('relative, host-less, ambiguous URLs and those with user info are invalid', () => {
  for (const text of [
    '',
    '/image.png',
    'image.png',
    'http://',
    'http:/example.com/',
    'http:\\\\example.com',
    'http:example.com',
    'https://user@example.com/',
    'https://:pw@example.com/',
    'http://example.com:0/',
    'http://exa mple.com/',
    'javascript:alert(1)',
    'ws://example.com',
    'http://a.xn--0.example/',
  ]) {
    assert.equal(checkUrl(text, closed), 'INVALID_URL', text)
  }
})

test('loopback names and literals are taken where loopback is allowed', () => {
  const open = { allowNetworks: parseAllowNetworks('127.0.0.0/8') }
  for (const text of ['http://localhost:8080/', 'http://a.localhost/', 'http://127.0.0.1/', 'http://2130706433/']) {
    assert.equal(checkUrl(text, open), null, text)
  }
  assert.equal(checkUrl('http://[::1]/', open), 'FORBIDDEN_ADDRESS')
  assert.equal(checkUrl('http://10.0.0.1/', open), 'FORBIDDEN_ADDRESS')
})

test('s3 URLs are taken only where a rule covers them, and only as bucket and key', () => {
  const rules = { ...closed, s3Allowed: true }
  assert.equal(checkUrl('s3://bucket/a/b.png', closed), 'INVALID_URL')
  assert.equal(checkUrl('s3://bucket/a/b.png', rules), null)
  for (const text of [
    's3://bucket',
    's3://bucket/',
    's3:///key',
    's3:key',
    's3://key:pw@bucket/a',
    's3://bucket:80/a',
    's3://bucket/a?versionId=1',
    's3://bucket/a#b',
  ]) {
    assert.equal(checkUrl(text, rules), 'INVALID_URL', text)
  }
})

test('no text makes the check throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.string().map((s) => `http://${s}`),
      ),
      (text) => {
        checkUrl(text, { ...closed, s3Allowed: true })
      },
    ),
  )
})
