import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationOf, signS3Get } from './s3.ts'

// AWS, "Signature Calculations for the Authorization Header: Examples: GET Object".
const access = {
  region: 'us-east-1',
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

test('the signature is the one AWS publishes for its example', () => {
  const authorization = authorizationOf({
    method: 'GET',
    path: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    },
    amzDate: '20130524T000000Z',
    access,
  })
  assert.equal(
    authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const sign = (url: string) => signS3Get(new URL(url), access, now)

test('the bucket goes into the path of the endpoint, AWS by default', () => {
  const { url, headers } = sign('s3://bucket/a/b.png')
  assert.equal(url, 'https://s3.us-east-1.amazonaws.com/bucket/a/b.png')
  assert.equal(headers['x-amz-date'], '20260102T030405Z')
  assert.equal(
    signS3Get(new URL('s3://b/k'), { ...access, endpoint: 'http://minio.example/s3/' }, now).url,
    'http://minio.example/s3/b/k',
  )
})

test('escapes in a key are not decoded or doubled; raw ambiguous characters are escaped', () => {
  assert.equal(sign('s3://bucket/a%20b%2Bc%2fd%7E.png').url.slice(35), 'bucket/a%20b%2Bc%2fd%7E.png')
  assert.equal(sign('s3://bucket/a b+c@d=ü.png').url.slice(35), 'bucket/a%20b%2Bc%40d%3D%C3%BC.png')
  assert.equal(sign('s3://bucket/100%.png').url.slice(35), 'bucket/100%25.png')
})

test('two spellings of one key carry one signature, as the server knows only the key', () => {
  const signature = (url: string) => sign(url).headers.authorization
  assert.equal(signature('s3://bucket/%7Ea%2b'), signature('s3://bucket/~a+'))
  assert.notEqual(signature('s3://bucket/a'), signature('s3://bucket/b'))
})
