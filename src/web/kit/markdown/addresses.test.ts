import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkAddress, pictureAddress } from './addresses.ts'

const PATH = `/api/projects/5ec6fbae-fcb8-4926-8e9f-7c2cf488fe1b/images/${'a1'.repeat(32)}`

test('a picture is loaded from here, whatever host its address names, or not at all', () => {
  assert.equal(pictureAddress(PATH), PATH)
  assert.equal(pictureAddress(`http://old-name.example${PATH}`), PATH)
  const elsewhere = [
    'https://elsewhere.example/a.png',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
    `/api/projects/x/images/${'a1'.repeat(32)}`,
    `${PATH}/../../../../people`,
    '//elsewhere.example/a.png',
    'http://[',
    '',
  ]
  assert.deepEqual(
    elsewhere.map(pictureAddress),
    elsewhere.map(() => null),
  )
})

test('links open the web and mail, and nothing that runs', () => {
  assert.equal(linkAddress('https://example.com/a?b#c'), 'https://example.com/a?b#c')
  assert.equal(linkAddress('mailto:lead@example.com'), 'mailto:lead@example.com')
  const others = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ]
  assert.deepEqual(
    others.map(linkAddress),
    others.map(() => null),
  )
  assert.equal(linkAddress('/projects'), null)
})
