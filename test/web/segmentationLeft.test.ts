import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { browserSkip } from '../browser.ts'
import { type Annotator, atDesk } from './annotator.ts'

/** What has no label yet: how one comes to it, and what becomes of it. */

const skip = browserSkip()

/** Blocks of points on bare ground: their places, and how many points each has. */
function blocks(places: readonly (readonly [x: number, y: number, points: number])[]) {
  const positions: number[] = []
  const blockOf: number[] = []
  places.forEach(([x, y, points], block) => {
    for (let i = 0; i < points; i++) {
      positions.push(x + 0.1 * (i % 10), y + 0.1 * (Math.floor(i / 10) % 10), 0.1 * Math.floor(i / 100))
      blockOf.push(block)
    }
  })
  return { positions: Float64Array.from(positions), blockOf }
}

const FOUR = blocks([
  [8, 0, 300],
  [0, 8, 200],
  [-8, 0, 100],
  [0, -8, 4],
])
const OPTIONS = { positions: FOUR.positions, framing: 'sensor', withEgoPose: false } as const

/** The name of each block, all of whose points have the same. */
function namesOfBlocks(names: string[]): string[] {
  const byBlock: string[] = []
  names.forEach((name, i) => {
    const block = FOUR.blockOf[i]
    byBlock[block] ??= name
    assert.equal(name, byBlock[block], `in block ${block}`)
  })
  return byBlock
}

test('what is left is shown heap by heap and labelled by a key; strokes go on meanwhile', { skip }, async () => {
  await atDesk(OPTIONS, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('building')
    const offer = page.getByRole('toolbar', { name: 'Unlabelled points here' })
    await page.keyboard.press('u')
    await offer.getByText('300 points').waitFor()
    await page.keyboard.press('u')
    await offer.getByText('200 points').waitFor()
    await page.keyboard.press('Tab')
    await offer.getByText('100 points').waitFor()
    await person.ofClass('pole')
    const third = await person.does(() => page.keyboard.press('Enter'))
    assert.deepEqual(namesOfBlocks(third), ['', '', 'pole', ''])
    // All that had no turn yet, though it is little, then again from the beginning.
    await offer.getByText(/^4 points/).waitFor()
    await page.keyboard.press('u')
    await offer.getByText('300 points').waitFor()

    // Whatever tool: what a stroke takes of it is not offered any more.
    await person.tool('rectangle')
    const part = await person.does(() => person.stroke([0.5, 0.05], [0.995, 0.5]))
    const taken = part.filter((name, i) => name === 'pole' && FOUR.blockOf[i] === 0).length
    assert.ok(taken > 10 && taken < 300, `${taken} taken`)
    await offer.getByText(`${300 - taken} points`).waitFor()
    await person.ofClass('building')
    const rest = await person.does(() => page.keyboard.press('Enter'))
    assert.equal(rest.filter((name) => name === 'building').length, 300 - taken)
    await page.keyboard.press('Escape')
    await offer.waitFor({ state: 'detached' })
    await person.does(() => page.keyboard.press('Control+z'))
    await person.does(() => page.keyboard.press('Control+z'))
    assert.deepEqual(namesOfBlocks(await person.names()), ['', '', 'pole', ''])
  })
})

test('everything left becomes a class at once; as instances one says whether one or many', { skip }, async () => {
  await atDesk(OPTIONS, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('car')
    const offer = page.getByRole('toolbar', { name: 'Remaining points' })
    await page.getByRole('button', { name: 'Fill' }).click()
    await offer.getByText('604 points in 3 pieces, 4 scattered').waitFor()
    assert.deepEqual(new Set(await person.names()), new Set(['']), 'offered is not labelled')
    await page.keyboard.press('Escape')
    await offer.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Fill' }).click()
    await offer.getByText('604 points').waitFor()
    const each = await person.does(() => page.keyboard.press('Enter'))
    assert.deepEqual(namesOfBlocks(each), ['car#1', 'car#2', 'car#3', ''])
    await page
      .getByText('600 points labelled as 3 × car. 4 points in pieces under 10 points are still unlabelled.')
      .waitFor()
    await person.does(() => page.keyboard.press('Control+z'))

    await page.keyboard.press('Shift+U')
    const one = await person.does(() => offer.getByRole('button', { name: 'All as one car' }).click())
    assert.equal(new Set(namesOfBlocks(one)).size, 1)
    assert.match(one[0], /^car#\d+$/)
    await page.getByText(`604 points labelled as ${one[0]}.`).waitFor()
    await person.does(() => page.keyboard.press('Control+z'))

    await person.ofClass('road')
    const road = await person.does(() => page.keyboard.press('Shift+U'))
    assert.deepEqual(namesOfBlocks(road), ['road', 'road', 'road', 'road'])
  })
})

/** How much of the middle of the first block is nearer to this colour than to any other of the list. */
async function sharesAt(person: Annotator, colors: Readonly<Record<string, readonly [number, number, number]>>) {
  const [x, y] = person.placeOf(155)
  const shot = await person.page.screenshot({ clip: { x: x - 6, y: y - 6, width: 13, height: 13 } })
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = new Map<string, number>()
  for (let i = 0; i < data.length; i += info.channels) {
    const away = ([r, g, b]: readonly [number, number, number]) =>
      Math.hypot(data[i] - r, data[i + 1] - g, data[i + 2] - b)
    const [nearest] = Object.entries(colors).sort((a, b) => away(a[1]) - away(b[1]))
    counts.set(nearest[0], (counts.get(nearest[0]) ?? 0) + 1)
  }
  return (name: string) => (counts.get(name) ?? 0) / (info.width * info.height)
}

const SHADES = {
  nothing: [13, 16, 20],
  white: [255, 255, 255],
  blue: [100, 160, 240],
  coral: [255, 135, 135],
} as const

test('while a stroke goes, labelling wears the class’s colour and erasing a colour of its own', { skip }, async () => {
  await atDesk(OPTIONS, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('car')
    const [x, y] = person.placeOf(155)
    /** Over the block and away, so that neither ring nor number lie over it. */
    const press = async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + 150, y + 60, { steps: 3 })
    }
    const seen = async (name: 'blue' | 'coral') => {
      for (let tries = 0; tries < 100; tries++) {
        const share = await sharesAt(person, SHADES)
        if (share(name) > 0.15 && share('white') < 0.1) return
        await page.waitForTimeout(100)
      }
      const share = await sharesAt(person, SHADES)
      assert.fail(`${name}: ${share(name)}, white: ${share('white')}`)
    }
    await person.tool('brush')
    await press()
    await seen('blue')
    await person.does(() => page.mouse.up())
    await person.tool('eraser')
    await press()
    await seen('coral')
    await person.does(() => page.mouse.up())
  })
})

/** How wide what is offered looks: from its leftmost to its rightmost white pixel. */
async function offeredWidth({ page }: Annotator): Promise<number> {
  const { x, y, width, height } = (await page.locator('[data-view=main]').boundingBox())!
  // Without the bars at its edges.
  const clip = { x, y: y + 0.2 * height, width, height: 0.5 * height }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const columns: number[] = []
  for (let i = 0; i < data.length; i += info.channels) {
    if (Math.min(data[i], data[i + 1], data[i + 2]) > 170) columns.push((i / info.channels) % info.width)
  }
  columns.sort((a, b) => a - b)
  return columns.length === 0 ? 0 : columns[columns.length - 1] - columns[0]
}

test('a wall along the street is not offered as the line that it looks like from where one stands', {
  skip,
}, async () => {
  const positions: number[] = []
  for (let x = 5; x <= 15; x += 0.1) for (let z = -1; z <= 2; z += 0.1) positions.push(x, 6, z)
  const options = { positions: Float64Array.from(positions), framing: 'sensor', withEgoPose: false } as const
  await atDesk(options, async (person) => {
    const { page } = person
    await person.arrive('perspective')
    await person.ofClass('building')
    await page.keyboard.press('u')
    await page.getByRole('toolbar', { name: 'Unlabelled points here' }).waitFor()
    for (let tries = 0; (await offeredWidth(person)) < 300; tries++) {
      assert.ok(tries < 50, `${await offeredWidth(person)} px wide`)
      await page.waitForTimeout(100)
    }
  })
})
