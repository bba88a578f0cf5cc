import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { ApiError } from '../http/apiError.ts'
import { makePageToken, readPageToken } from './pageToken.ts'

const isRefused = (token: string, list: string) => {
  assert.throws(
    () => readPageToken(token, list),
    (error) => error instanceof ApiError && error.status === 400 && error.code === 'invalid_request_error',
    token,
  )
}

test('a token leads back to its place, and needs no escapes in a URL', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.maxSafeNat(), (list, position) => {
      const token = makePageToken(list, position)
      assert.equal(encodeURIComponent(token), token)
      assert.equal(readPageToken(token, list), position)
    }),
  )
})

test('a token of another list is refused', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.nat(), (list, other, position) => {
      fc.pre(list !== other)
      isRefused(makePageToken(list, position), other)
    }),
  )
})

test('an invented or changed token is refused', () => {
  const list = '0b54cbf5-1a1d-4a5e-9d3b-000000000001'
  const written = (text: string) => Buffer.from(text).toString('base64url')
  const token = makePageToken(list, 5)
  const wrong = ['', 'x', token.slice(0, -1), `${token}=`, `${token} `, token.replace(/.$/, '?'), '\u0000', '%00']
  const positions = ['-1', '1.5', '1e3', '', ' 5', '05', '0x5', 'NaN', 'Infinity', '9007199254740993', '5:5']
  for (const one of [...wrong, ...positions.map((text) => written(`${list}:${text}`))]) isRefused(one, list)
  fc.assert(fc.property(fc.string(), (text) => isRefused(text, list)))
})
