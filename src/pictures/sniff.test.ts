import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type ContentKind, describeKind, sniff } from './sniff.ts'

const CASES: ReadonlyArray<readonly [ContentKind, string]> = [
  ['empty', ''],
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['jpeg', '\xff\xd8\xff\xfe\0\x20<html><script>alert(1)</script>'],
  ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['unknown', '\x89PNG\n\x1a\n\0\0\0\rIHDR'],
  ['webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['audio', 'RIFF\x24\0\0\0WAVEfmt '],
  ['gif', 'GIF89a\x01\0\x01\0'],
  ['avif', '\0\0\0\x1cftypavif\0\0\0\0mif1miaf'],
  ['avif', '\0\0\0\x1cftypmif1\0\0\0\0avifmiaf'],
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  ['video', '\0\0\0\x18ftypisom\0\0\x02\0isommp41'],
  ['tiff', 'II*\0\x08\0\0\0'],
  ['tiff', 'MM\0*\0\0\0\x08'],
  ['tiff', 'MM\0+\0\x08\0\0'],
  ['jxl', '\0\0\0\x0cJXL \r\n\x87\n'],
  ['jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
  ['bmp', 'BM\x36\x10\x0e\0\0\0\0\0\x36\0\0\0\x28\0\0\0'],
  ['text', 'BMW and other makers of cars'],
  ['svg', '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['svg', '\xef\xbb\xbf  <svg width="10"/>'],
  ['html', '\n<!DOCTYPE html><html><head><title>Sign in</title>'],
  ['html', '<!-- login --><html lang="en">'],
  ['xml', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  ['json', '{"error": "not found"}'],
  ['json', '[1, 2]'],
  ['lfs_pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n'],
  ['pcd', '# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\n'],
  ['pcd', '# made by hand\n\n# twice\nversion .7\nFIELDS x y z\n'],
  ['ply', 'ply\nformat ascii 1.0\n'],
  ['gzip', '\x1f\x8b\x08\0'],
  ['zip', 'PK\x03\x04\x14\0'],
  ['pdf', '%PDF-1.7'],
  ['text', '1 2 3\n4 5 6\n'],
  ['unknown', '\0\x01\x02\x03'],
]

for (const [kind, head] of CASES) {
  test(`${JSON.stringify(head.slice(0, 24))} is ${describeKind(kind)}`, () => {
    assert.equal(sniff(Buffer.from(head, 'latin1')), kind)
  })
}

test('any bytes at all have a kind', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof describeKind(sniff(bytes)) === 'string'))
})

test('markup made to cost a pattern exponential time is recognized in linear time', () => {
  assert.equal(sniff(Buffer.from('<!---->'.repeat(500))), 'xml')
  assert.equal(sniff(Buffer.from(`${'<!---->'.repeat(500)}<svg>`)), 'svg')
})
