import assert from 'node:assert/strict'
import { test } from 'node:test'

// As where a content security policy refuses WebAssembly: all that is promised of reading is promised there too.
Reflect.deleteProperty(globalThis, 'WebAssembly')
const { sharedPointLines } = await import('./pointLines.ts')
await import('./badFiles.test.ts')
await import('./decimal.test.ts')
await import('./fixtures.test.ts')
await import('./labelledPcd.test.ts')
await import('./pcdReader.test.ts')
await import('./pcdWriter.test.ts')

test('without WebAssembly nothing is thrown, it is only missing', () => {
  assert.equal(sharedPointLines(), undefined)
  assert.equal(sharedPointLines(), undefined)
})
