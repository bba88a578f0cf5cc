import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccessRule, applyAccessRules, checkAccessRule, findAccessRule } from './accessRules.ts'

const rule = (match: string): AccessRule => ({ match, headers: { authorization: `for ${match}` } })
const keys = { region: 'eu-central-1', access_key_id: 'AK', secret_access_key: 'SK' }
const matches = (match: string, url: string) => findAccessRule(url, [rule(match)]) !== null

test('a rule covers its exact origin and the paths below its prefix', () => {
  const match = 'https://data.example/path/'
  for (const url of [
    'https://data.example/path/',
    'https://data.example/path/a/b.png?x=1',
    'HTTPS://DATA.example:443/path/a',
    'https://data.example/other/../path/a',
    'https://data.example/path/%2E/a',
  ]) {
    assert.ok(matches(match, url), url)
  }
  for (const url of [
    'http://data.example/path/a',
    'https://data.example:8443/path/a',
    'https://data.example.evil/path/a',
    'https://evil/https://data.example/path/a',
    'https://data.example/path',
    'https://data.example/pathology/a',
    'https://data.example/Path/a',
    'not a url',
  ]) {
    assert.ok(!matches(match, url), url)
  }
})

test('dot segments are resolved before comparing, hidden ones are not trusted', () => {
  for (const url of [
    'https://data.example/path/../secret',
    'https://data.example/path/%2e%2e/secret',
    'https://data.example/path/..%2fsecret',
    'https://data.example/path/%2e%2e%5Csecret',
    'https://data.example/path/x%2f..%2f..%2fsecret',
    'https://data.example/path\\..\\secret',
  ]) {
    assert.ok(!matches('https://data.example/path/', url), url)
  }
})

test('percent-escapes are compared as written', () => {
  assert.ok(!matches('https://data.example/path/', 'https://data.example/p%61th/a'))
  assert.ok(matches('https://data.example/a%20b/', 'https://data.example/a b/c'))
  assert.ok(!matches('https://data.example/a%20b/', 'https://data.example/a%2520b/c'))
})

test('a prefix without a slash at its end stops at a path border', () => {
  assert.ok(matches('https://data.example/path', 'https://data.example/path'))
  assert.ok(matches('https://data.example/path', 'https://data.example/path/a'))
  assert.ok(!matches('https://data.example/path', 'https://data.example/path-of-others/a'))
  assert.ok(matches('https://data.example', 'https://data.example/anything'))
})

test('the longest match wins, in any order of the rules', () => {
  const rules = [rule('https://d.example/'), rule('https://d.example/a/b/'), rule('https://d.example/a/')]
  for (const order of [rules, rules.toReversed()]) {
    assert.equal(findAccessRule('https://d.example/a/b/c', order), rules[1])
    assert.equal(findAccessRule('https://d.example/a/c', order), rules[2])
    assert.equal(findAccessRule('https://d.example/c', order), rules[0])
  }
})

test('buckets are distinguished and their prefixes kept', () => {
  const rules = [{ match: 's3://bucket/prefix/', ...keys }]
  assert.equal(findAccessRule('s3://bucket/prefix/a.png', rules), rules[0])
  for (const url of [
    's3://bucket/other/a.png',
    's3://bucket2/prefix/a.png',
    's3://bucket/prefix/../a.png',
    'https://bucket/prefix/a.png',
  ]) {
    assert.equal(findAccessRule(url, rules), null, url)
  }
})

test('applying rules leaves the URL alone, adds headers, signs buckets', () => {
  const rules = [
    rule('https://d.example/a/'),
    { match: 's3://bucket/', endpoint: 'https://minio.example:9000', ...keys },
  ]
  assert.deepEqual(applyAccessRules('https://d.example/x', rules, 0), { url: 'https://d.example/x', headers: {} })
  assert.deepEqual(applyAccessRules('https://d.example/a/x', rules, 0).headers, {
    authorization: 'for https://d.example/a/',
  })
  const signed = applyAccessRules('s3://bucket/a%20b+c.png', rules, 0)
  assert.equal(signed.url, 'https://minio.example:9000/bucket/a%20b%2Bc.png')
  assert.match(
    signed.headers.authorization,
    /^AWS4-HMAC-SHA256 Credential=AK\/19700101\/eu-central-1\/s3\/aws4_request,/,
  )
  assert.ok(!JSON.stringify(signed).includes('SK'))
})

test('rules that could not work or would bend the request are named by field', () => {
  const header = (name: string, value = 'x'): AccessRule => ({
    match: 'https://d.example/',
    headers: { [name]: value },
  })
  const s3 = { match: 's3://bucket/', ...keys }
  assert.equal(checkAccessRule(header('authorization', 'Bearer ü')), null)
  assert.equal(checkAccessRule(s3), null)
  assert.equal(checkAccessRule({ ...s3, endpoint: 'http://minio:9000' }), null)
  assert.partialDeepStrictEqual(checkAccessRule(header('Host')), { field: 'headers.Host', type: 'NOT_ALLOWED' })
  assert.partialDeepStrictEqual(checkAccessRule(header('x', 'a\r\nb')), { field: 'headers.x', type: 'INVALID_VALUE' })
  assert.partialDeepStrictEqual(checkAccessRule(header('a b')), { field: 'headers.a b', type: 'INVALID_VALUE' })
  for (const match of [
    '',
    '/path/',
    'ftp://d.example/',
    'https://u:p@d.example/',
    'https://d.example/?q=1',
    's3://bucket/',
  ]) {
    assert.partialDeepStrictEqual(checkAccessRule(rule(match)), { field: 'match', type: 'INVALID_URL' }, match)
  }
  assert.partialDeepStrictEqual(checkAccessRule({ ...s3, match: 'https://d.example/' }), {
    field: 'match',
    type: 'INVALID_URL',
  })
  assert.partialDeepStrictEqual(checkAccessRule({ ...s3, endpoint: 'minio:9000' }), {
    field: 'endpoint',
    type: 'INVALID_URL',
  })
})
