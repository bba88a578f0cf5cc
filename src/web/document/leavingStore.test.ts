import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'
import { MemoryCommandStore } from './commandStore.ts'
import { LeavingStore } from './leavingStore.ts'

class Texts {
  readonly texts = new Map<string, string>()
  getItem = (key: string) => this.texts.get(key) ?? null
  setItem = (key: string, text: string) => void this.texts.set(key, text)
  removeItem = (key: string) => void this.texts.delete(key)
}

/** What is written to it arrives only when that is said. */
class SlowStore extends MemoryCommandStore {
  readonly arrives = Promise.withResolvers<void>()
  override async append(...written: Parameters<MemoryCommandStore['append']>): Promise<void> {
    await this.arrives.promise
    return super.append(...written)
  }
}

test('what was drawn right before the page is loaded again is there, and is sent once', async () => {
  const texts = new Texts()
  const page = new LeavingStore(new SlowStore(), texts)
  const desk = new Desk('video2d', 1, page)
  const first = await desk.open()
  for (const id of ['a', 'b']) first.execute('edit.drawBox', [putBox(id, 0)])
  page.leave()
  first.dispose()

  const again = new Desk('video2d', 1, new LeavingStore(new MemoryCommandStore(), texts))
  const second = await again.open()
  assert.deepEqual([...second.document.tracks.keys()], ['a', 'b'])
  await again.clock.pass(5_000)
  assert.equal(again.server.batches.length, 1)
  assert.equal(texts.texts.size, 0)
  second.dispose()
  assert.equal((await again.open()).document.tracks.size, 2)
})

test('what was written after all is not there twice', async () => {
  const texts = new Texts()
  const slow = new SlowStore()
  const page = new LeavingStore(slow, texts)
  const desk = new Desk('video2d', 1, page)
  const session = await desk.open()
  session.execute('edit.drawBox', [putBox('a', 0)])
  page.leave()
  slow.arrives.resolve()
  await desk.clock.pass(5_000)
  assert.equal(texts.texts.size, 0, 'the page came back, and wrote it')
  assert.equal((await page.read('me/j')).commands.length, 0)
})
