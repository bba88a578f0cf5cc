import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { observedStateBreaches } from './observedState.ts'

const WEB = join(import.meta.dirname, '..', '..', 'src', 'web')

test('observed state is written by its own class only, and no hook is called only to render again', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !file.includes('.test.'))
  assert.ok(files.length > 200)
  assert.deepEqual(
    files.flatMap((file) =>
      observedStateBreaches(readFileSync(join(WEB, file), 'utf8'), file).map((breach) => `${file} ${breach}`),
    ),
    [],
  )
})

test('a field that others could write is seen, and a hook whose answer is not used', () => {
  const shop = `class Shop {
    readonly subscribe = () => {}
    readonly name = ''
    #open = true
    private rent = 1
    till = 0
    get isOpen() { return this.#open }
  }`
  assert.deepEqual(observedStateBreaches(shop, 'shop.ts'), ['till: can be written from outside'])
  assert.deepEqual(observedStateBreaches('class Plain { till = 0 }', 'plain.ts'), [])
  const page = 'function Page() { useSession(session, (s) => s.frame); const a = useObserved(x, (y) => y.z); return a }'
  assert.deepEqual(observedStateBreaches(page, 'page.tsx'), ['useSession: its answer is not used'])
})
