import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LabelDesk } from '../../../../test/web/desk/labelDesk.ts'
import { segmentationSample } from '../../../../test/web/segmentationPayload.ts'

/** What has no label yet, at the real editor: how one comes to it, and what becomes of it. */

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
const BARE = { framing: 'sensor', withEgoPose: false } as const
const BLOCKS = await segmentationSample({ ...BARE, positions: FOUR.positions })

/** The name of each block, all of whose points have the same. */
function namesOfBlocks(names: readonly string[]): string[] {
  const byBlock: string[] = []
  names.forEach((name, i) => {
    const block = FOUR.blockOf[i]
    byBlock[block] ??= name
    assert.equal(name, byBlock[block], `in block ${block}`)
  })
  return byBlock
}

test('the remaining points are shown cluster by cluster and labelled by a key; strokes stay possible', () =>
  LabelDesk.at(BLOCKS, async (desk) => {
    const left = (count: number) => desk.offered('left', ({ indices }) => indices.length === count)
    desk.ofClass('building').press('U')
    await left(300)
    desk.press('U')
    await left(200)
    desk.press('Tab')
    await left(100)
    desk.ofClass('pole')
    const third = await desk.does(() => desk.press('Enter'))
    assert.deepEqual(namesOfBlocks(third), ['', '', 'pole', ''])
    // All that had no turn yet, though it is little, then again from the beginning.
    await left(4)
    desk.press('U')
    const [first] = (await left(300)).indices

    // Whatever tool: what a stroke takes of it is not offered any more.
    desk.take('rectangle')
    const { x, y } = desk.placeOf(first)
    const share = (px: number, of: number) => Math.min(0.995, Math.max(0.005, px / of))
    const { width, height } = desk.pane
    const far = desk.placeOf(first + 155)
    const part = await desk.does(() =>
      desk.stroke([share(x - 60, width), share(y - 60, height)], [share(far.x, width), share(far.y + 60, height)]),
    )
    const taken = part.filter((name, i) => name === 'pole' && FOUR.blockOf[i] === 0).length
    assert.ok(taken > 10 && taken < 300, `${taken} taken`)
    await left(300 - taken)
    desk.ofClass('building')
    const rest = await desk.does(() => desk.press('Enter'))
    assert.equal(rest.filter((name) => name === 'building').length, 300 - taken)
    desk.press('Esc')
    assert.equal(desk.work.suggestions.current, null)
    desk.press('Ctrl+Z', 'Ctrl+Z')
    assert.deepEqual(namesOfBlocks(desk.names()), ['', '', 'pole', ''])
  }))

test('everything left becomes a class at once; as instances one says whether one or many', () =>
  LabelDesk.at(BLOCKS, async (desk) => {
    desk.ofClass('car').press('Shift+U')
    const offer = await desk.offered('pieces')
    assert.deepEqual([offer.indices.length, offer.pieces.map(({ length }) => length)], [604, [300, 200, 100]])
    assert.deepEqual(new Set(desk.names()), new Set(['']), 'offered is not labelled')
    desk.press('Esc')
    assert.equal(desk.work.suggestions.current, null)

    desk.press('Shift+U')
    await desk.offered('pieces')
    const each = await desk.does(() => desk.press('Enter'))
    assert.deepEqual(namesOfBlocks(each), ['car#1', 'car#2', 'car#3', ''])
    assert.equal(desk.said, '600 points labelled as 3 × car. 4 points in pieces under 10 points are still unlabelled.')
    desk.press('Ctrl+Z')

    desk.press('Shift+U')
    await desk.offered('pieces')
    const one = await desk.does(() => desk.work.suggestions.acceptAsOne())
    assert.equal(new Set(namesOfBlocks(one)).size, 1)
    assert.match(one[0], /^car#\d+$/)
    assert.equal(desk.said, `604 points labelled as ${one[0]}.`)
    desk.press('Ctrl+Z')

    desk.ofClass('road')
    const road = await desk.does(() => desk.press('Shift+U'))
    assert.deepEqual(namesOfBlocks(road), ['road', 'road', 'road', 'road'])
  }))

test('a wall along the street is not offered as the line that it looks like from where one stands', async () => {
  const positions: number[] = []
  for (let x = 5; x <= 15; x += 0.1) for (let z = -1; z <= 2; z += 0.1) positions.push(x, 6, z)
  const wall = await segmentationSample({ ...BARE, positions: Float64Array.from(positions) })
  await LabelDesk.at(
    wall,
    async (desk) => {
      desk.ofClass('building').press('U')
      const { indices } = await desk.offered('left')
      const columns = [...indices].map((i) => desk.placeOf(i).x)
      const widthPx = Math.max(...columns) - Math.min(...columns)
      assert.ok(widthPx > 300, `${widthPx} px wide`)
    },
    'perspective',
  )
})
