import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestDriver } from '../../../../../test/web/desk/driver.ts'
import type { EdgeFinder, EdgeLine } from './edgeFinder.ts'

/** Edges that run along x first and then along y; lines are found when the test says so. */
class CornerEdges implements EdgeFinder {
  #waiting: (() => void)[] = []

  line(from: { x: number; y: number }, to: { x: number; y: number }): EdgeLine {
    const line = {
      points: [from, to],
      finding: new Promise<void>((resolve) => {
        this.#waiting.push(() => {
          line.points = [from, { x: to.x, y: from.y }, to]
          resolve()
        })
      }),
    }
    return line
  }

  find(): void {
    for (const found of this.#waiting.splice(0)) found()
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

async function wiring() {
  const user = (await TestDriver.open()).tool('livewire')
  const edges = new CornerEdges()
  user.editor.edges.use(edges)
  return { user, edges }
}

test('between clicks the sides go along edges; a click on the first point closes the polygon', async () => {
  const { user, edges } = await wiring()
  user.click(10, 10).expectToBeIn('livewire.drawing').click(50, 40).click(90, 80)
  user.click(11, 11).expectToBeIn('livewire.idle').expectShapes()
  edges.find()
  await settled()
  user.expectShapes('polygon 10,10 50,10 50,40 90,40 90,80 10,80')
  user.session.undo()
  user.expectShapes()
})

test('with Alt a side is straight, Backspace removes the last one, Enter closes straight', async () => {
  const { user, edges } = await wiring()
  user.click(10, 10).click(50, 40, { alt: true }).click(150, 90).press('Backspace').click(10, 40, { alt: true })
  user.press('Enter').expectToBeIn('livewire.idle')
  edges.find()
  await settled()
  user.expectShapes('polygon 10,10 50,40 10,40')
})

test('where nothing finds edges it draws straight lines', async () => {
  const user = (await TestDriver.open()).tool('livewire')
  user.click(10, 10).click(50, 10).click(50, 50).press('Enter').expectShapes('polygon 10,10 50,10 50,50')
})

test('one side makes no polygon, and Escape drops what was drawn', async () => {
  const user = (await TestDriver.open()).tool('livewire')
  user.click(10, 10).click(50, 10).press('Enter').expectToBeIn('livewire.drawing')
  user.press('Esc').expectToBeIn('livewire.idle').expectShapes()
})

test('a polygon that is found only after another frame is shown is dropped', async () => {
  const user = (await TestDriver.open({ frames: 3 })).tool('livewire')
  const edges = new CornerEdges()
  user.editor.edges.use(edges)
  user.click(10, 10).click(50, 40).click(90, 80).press('Enter')
  user.session.setFrame(1)
  edges.find()
  await settled()
  assert.equal(user.session.document.tracks.size, 0)
})
