import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileAddress, fileIdOf, isFileAddress } from './fileAddress.ts'
import { isFileName } from './fileName.ts'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('a name is a relative path that leaves no folder', () => {
  for (const name of ['a.png', 'a b/ü.jpg', 'x'.repeat(1024), '..a/b..', 'ä'.repeat(512), '%2e%2e/a', 'a:b'])
    assert.ok(isFileName(name), name.slice(0, 50))
  for (const name of [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    './a',
    'a\\b',
    'a\0',
    'a\n',
    '\u0085',
    'x'.repeat(1025),
    'ä'.repeat(513),
    '\ud800',
  ])
    assert.ok(!isFileName(name), JSON.stringify(name.slice(0, 50)))
})

test('the id of an address decides, whatever its name', () => {
  assert.equal(fileAddress(ID, 'a b/ü#?.png'), `upload://${ID}/a%20b/%C3%BC%23%3F.png`)
  assert.equal(fileIdOf(fileAddress(ID, 'a/b')), ID)
  assert.equal(fileIdOf(`UPLOAD://${ID.toUpperCase()}/other`), ID)
  for (const address of [
    `upload://${ID}`,
    `upload://${ID}/`,
    'upload://a/b',
    'upload:///a',
    `upload:${ID}/a`,
    `https://${ID}/a`,
  ])
    assert.equal(fileIdOf(address), null, address)
  assert.ok(isFileAddress('upload://nonsense') && !isFileAddress('https://upload://'))
})
