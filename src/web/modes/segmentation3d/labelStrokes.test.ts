import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL, assertNamed, LabelDesk, type Share } from '../../../../test/web/desk/labelDesk.ts'
import { segmentationSample } from '../../../../test/web/segmentationPayload.ts'
import { isInsideImage } from '../../../geometry/camera.ts'
import { add, distance, subtract } from '../../../geometry/vec3.ts'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import { viewPlace } from '../../view3d/imagePlacement.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'

/** What strokes over a cloud take, at the real editor: every point is compared with where it is drawn. */

const STREET = await segmentationSample()
const BRUSH_PX = 22
const BRUSH_PER_WHEEL_PX = 1.0012

test('each shape takes the points under it: brush, lasso, polygon, rectangle, eraser; undo removes all', async () => {
  const sample = await segmentationSample({ missing: [3, 4, 5, 9000] })
  await LabelDesk.at(sample, async (desk) => {
    const { editor } = desk
    editor.setFilters({ visibleOnly: false })
    desk.ofClass('road').take('rectangle')
    const [a, b]: [Share, Share] = [
      [0.4, 0.3],
      [0.6, 0.7],
    ]
    assertNamed(await desk.does(() => desk.stroke(a, b)), 'road', desk.withinRectangle(a, b))
    desk.press('Ctrl+Z')

    desk.take('brush')
    const { width: wide, height: high } = desk.pane
    const brushed = await desk.does(() => desk.stroke([0.3, 0.5], [0.7, 0.5]))
    const way = desk.within(({ x, y }) => {
      const along = Math.min(0.7 * wide, Math.max(0.3 * wide, x))
      return Math.hypot(x - along, y - 0.5 * high) < BRUSH_PX
    })
    assertNamed(brushed, 'road', way)
    desk.press(']', ']')

    // The eraser takes what it touches, Ctrl makes an eraser of anything.
    desk.press('O')
    assert.equal(editor.filters.onlyUnlabelled, true)
    desk.take('eraser').press('O')
    assert.equal(editor.filters.onlyUnlabelled, true, 'the eraser has no such rule')
    const left = await desk.does(() => desk.stroke([0.5, 0.2], [0.5, 0.8]))
    assert.ok(left.filter((name) => name === 'road').length < brushed.filter((name) => name === 'road').length)
    desk.take('lasso').press('O')
    assert.equal(editor.filters.onlyUnlabelled, false)
    const none = await desk.does(() => desk.erase([0.2, 0.4], [0.8, 0.4], [0.8, 0.6], [0.2, 0.6]))
    assert.deepEqual(new Set(none), new Set(['']))

    // A lasso is any closed line: here a triangle.
    const corners: Share[] = [
      [0.3, 0.2],
      [0.7, 0.5],
      [0.3, 0.8],
    ]
    const triangle = desk.within(({ x, y }) => {
      const [u, v] = [x / wide, y / high]
      return u > 0.3 && v > 0.2 + ((u - 0.3) * 0.3) / 0.4 && v < 0.8 - ((u - 0.3) * 0.3) / 0.4
    })
    desk.ofClass('car')
    assertNamed(await desk.does(() => desk.stroke(...corners)), 'car#1', triangle)

    desk.press('N').take('polygon')
    for (const place of [...corners, [0.9, 0.9] as Share]) desk.click(MAIN_VIEW, desk.at(place))
    assert.equal(editor.isCornering, true)
    assert.equal(editor.session.inWork.unfinishedCount, 1)
    desk.press('Backspace')
    assertNamed(await desk.does(() => desk.press('Enter')), 'car#2', triangle)

    assert.equal(desk.undoAll(), 5)
    assert.deepEqual(new Set(desk.names()), new Set(['']))
    assert.equal(editor.legend.length, 0)
  })
})

test('strokes keep to what they may touch: labels, classes, heights, distances, crop, what is hidden', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { editor } = desk
    editor.setFilters({ visibleOnly: false })
    desk.take('rectangle').ofClass('road')
    const [a, b]: [Share, Share] = [
      [0.3, 0.3],
      [0.5, 0.7],
    ]
    const road = desk.withinRectangle(a, b)
    await desk.does(() => desk.stroke(a, b))

    desk.press('O').ofClass('building')
    const protectedRoad = await desk.does(() => desk.stroke([0.4, 0.2], [0.6, 0.8]))
    assertNamed(protectedRoad, 'road', road)
    assert.ok(protectedRoad.includes('building'))
    desk.press('O')

    const [building] = editor.legend.filter((entry) => editor.nameOf(entry) === 'building')
    editor.setFilters({ onlyClasses: new Set([building.classId ?? '']) })
    desk.ofClass('vegetation')
    const grown = await desk.does(() => desk.stroke(...ALL))
    assertNamed(grown, 'road', road)
    for (const [i, name] of grown.entries()) assert.equal(name === 'vegetation', protectedRoad[i] === 'building')
    editor.setFilters({ onlyClasses: null })

    const everything = desk.withinRectangle(...ALL)
    /** Of the points in view exactly those get the class that are meant. */
    const takes = async (isMeant: (index: number) => boolean | null) => {
      const names = await desk.does(() => desk.stroke(...ALL))
      for (const i of everything.sure) {
        const expected = isMeant(i)
        if (expected !== null) assert.equal(names[i] === 'pole', expected, `point ${i}`)
      }
      assert.ok(names.includes('pole') && names.some((name) => name !== 'pole'))
      desk.press('Ctrl+Z')
    }
    const { points, street } = STREET
    desk.ofClass('pole')
    const limit = 0.4
    editor.setFilters({ heightsM: [-10, limit] })
    await takes((i) => (Math.abs(points[i].z - limit) < 1e-3 ? null : points[i].z <= limit))
    editor.setFilters({ heightsM: null })

    const farM = 15
    editor.setFilters({ distancesM: [0, farM] })
    const sensor = subtract(street.frames[0].lidar.commonFromSensor.position, editor.job.originM)
    await takes((i) => {
      const awayM = Math.hypot(points[i].x - sensor.x, points[i].y - sensor.y)
      return Math.abs(awayM - farM) < 0.01 ? null : awayM < farM
    })
    editor.setFilters({ distancesM: null })

    editor.setFilters({ hidesGround: true })
    await desk.until(() => editor.cloud?.chunk.ground !== undefined)
    const ground = editor.cloud?.chunk.ground
    await takes((i) => ground?.[i] !== 1)
    assert.equal(editor.look().hidesGround, true)
    editor.setFilters({ hidesGround: false })

    desk.take('crop').stroke([0.55, 0.3], [0.75, 0.6])
    assert.ok(editor.filters.crop)
    const within = desk.withinRectangle([0.55, 0.3], [0.75, 0.6])
    desk.take('rectangle')
    assertNamed(await desk.does(() => desk.stroke(...ALL)), 'pole', within)
    editor.setFilters({ crop: null })
    desk.press('Ctrl+Z')

    desk.press('H')
    assertNamed(await desk.does(() => desk.stroke(...ALL)), 'road', road)
    desk.press('H')
    const [entry] = editor.legend.filter((one) => editor.nameOf(one) === 'road')
    editor.toggleClass(entry.classId ?? '')
    desk.take('eraser').press(']')
    assertNamed(await desk.does(() => desk.stroke([0.1, 0.5], [0.9, 0.5])), 'road', road)
  }))

test('Shift and the wheel change the brush and leave the view; the wheel alone zooms', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { editor } = desk
    editor.setFilters({ visibleOnly: false })
    desk.ofClass('road').take('brush')
    const at = desk.at([0.45, 0.5])
    const dab = () => desk.does(() => desk.click(MAIN_VIEW, at))
    const within = (radiusPx: number) => desk.within(({ x, y }) => Math.hypot(x - at.x, y - at.y) < radiusPx)
    const { orbit } = editor
    desk.wheel(MAIN_VIEW, at, -800, true)
    const large = BRUSH_PX * BRUSH_PER_WHEEL_PX ** 800
    assertNamed(await dab(), 'road', within(large))
    desk.press('Ctrl+Z').wheel(MAIN_VIEW, at, 300, true)
    const smaller = large / BRUSH_PER_WHEEL_PX ** 300
    const { sure } = within(smaller)
    assertNamed(await dab(), 'road', within(smaller))
    assert.equal(editor.orbit, orbit)
    desk.press('Ctrl+Z').wheel(MAIN_VIEW, at, -600)
    const near = await dab()
    assert.ok(near.filter((name) => name === 'road').length < sure.size, 'from nearer the brush covers less ground')
  }))

test('while a stroke goes, labelling wears the class’s colour and erasing another colour', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { store, strokes } = desk.work
    desk.ofClass('car').take('brush')
    const look = () => ({ ...store.marks.previewLook, color: store.marks.previewLook.color.toArray() })
    const seen = async () => {
      const [from, to] = [desk.at([0.4, 0.5]), desk.at([0.5, 0.5])]
      desk.down(MAIN_VIEW, from).move(MAIN_VIEW, to)
      await new Promise<void>((resolve) => {
        const leave = store.onLook(() => {
          if (store.previewCounts.points === 0) return
          leave()
          resolve()
        })
      })
      const worn = look()
      desk.up(MAIN_VIEW, to)
      await strokes.settled
      return worn
    }
    const labelling = await seen()
    desk.take('eraser')
    const erasing = await seen()
    const [red, , blue] = labelling.color
    assert.ok(blue > red, `car is blue: ${labelling.color}`)
    assert.ok(labelling.scale > 1 && erasing.scale < 1)
    assert.ok(erasing.color[0] > erasing.color[2], `erasing is coral: ${erasing.color}`)
  }))

/** A wall before the sensor, close-knit, and a block behind it. */
function wallAndBlock(): { positions: Float64Array; behind: number } {
  const places: number[] = []
  for (let y = -4; y <= 4; y += 0.08) for (let z = -1; z <= 3; z += 0.08) places.push(8, y, z)
  const behind = places.length / 3
  for (let x = 12; x <= 13; x += 0.1) for (let y = -1; y <= 1; y += 0.1) places.push(x, y, -0.5)
  return { positions: Float64Array.from(places), behind }
}

test('a lasso over a wall takes what is behind it, unless set to visible points only', async () => {
  const { positions, behind } = wallAndBlock()
  const sample = await segmentationSample({ positions, framing: 'sensor', withEgoPose: false })
  await LabelDesk.at(
    sample,
    async (desk) => {
      // Down to the height of the eye, where the wall hides what is behind it.
      const middle = desk.at([0.5, 0.6])
      desk.drag(MAIN_VIEW, [middle, { x: middle.x, y: middle.y - 112 }], { button: 'middle' })
      desk.ofClass('building').take('lasso')
      const around: Share[] = [
        [0.5, 0.02],
        [0.99, 0.02],
        [0.99, 0.98],
        [0.01, 0.98],
        [0.01, 0.02],
      ]
      desk.press('Y')
      const seen = await desk.does(() => desk.stroke(...around))
      assert.equal(seen.slice(behind).filter(Boolean).length, 0, 'points behind the wall were taken')
      assert.ok(seen.slice(0, behind).filter(Boolean).length > 0.9 * behind)
      desk.press('Y')
      const all = await desk.does(() => desk.stroke(...around))
      assert.ok(all.slice(behind).every(Boolean))
    },
    'perspective',
  )
})

/** The image of the front camera beside the cloud: its size in the page, and where each point appears in it. */
function frontImage(desk: LabelDesk) {
  const [source] = desk.editor.job.frames[0].cameras
  const { camera, size } = source
  assert.ok(camera)
  const element = { clientWidth: 640, clientHeight: 400, style: { cursor: '' } }
  const { imageViews } = desk.work
  imageViews.attach(source, element, () => {})
  const placement = imageViews.placementOf(source.sensorId)
  assert.ok(placement)
  const places = desk.sample.points.map((point): ScreenPoint | null => {
    const at = camera.imageFromCommon(add(point, desk.editor.job.originM))
    return at && isInsideImage(at, size) ? viewPlace(placement, at) : null
  })
  return { view: source.sensorId, camera, places, width: element.clientWidth, height: element.clientHeight }
}

const WITH_CAMERA = await segmentationSample({ cameraIds: ['front'] })

/** How far inside the points are decides what has the name, but for those within a pixel of the border. */
function assertTaken(names: readonly string[], insideOf: (index: number) => number, least: number): void {
  let taken = 0
  names.forEach((name, i) => {
    const inside = insideOf(i)
    if (Math.abs(inside) < 1) return
    assert.equal(name === 'road', inside > 0, `point ${i}, ${inside} px inside`)
    if (inside > 0) taken++
  })
  assert.ok(taken > least, `${taken} taken`)
}

test('a brush over a camera’s image takes what is seen under it, as wide as Shift and the wheel made it', () =>
  LabelDesk.at(WITH_CAMERA, async (desk) => {
    desk.editor.setFilters({ visibleOnly: false })
    const { view, places, width, height } = frontImage(desk)
    desk.ofClass('road').take('brush')
    const from = { x: 0.35 * width, y: 0.55 * height }
    const to = { x: 0.65 * width, y: from.y }
    const takes = async (radiusPx: number) => {
      const names = await desk.does(() => desk.drag(view, [from, to]))
      const insideOf = (i: number) => {
        const at = places[i]
        return at ? radiusPx - Math.hypot(at.x - Math.min(to.x, Math.max(from.x, at.x)), at.y - from.y) : -10
      }
      assertTaken(names, insideOf, 50)
    }
    await takes(BRUSH_PX)
    desk.press('Ctrl+Z').wheel(view, from, -500, true)
    await takes(BRUSH_PX * BRUSH_PER_WHEEL_PX ** 500)
  }))

test('a rectangle over a camera’s image takes the visible points in it, and a click there selects them', () =>
  LabelDesk.at(WITH_CAMERA, async (desk) => {
    const { editor } = desk
    editor.setFilters({ visibleOnly: false })
    const { view, camera, places, width, height } = frontImage(desk)
    desk.ofClass('road').take('rectangle')
    const [from, to] = [
      { x: 0.3 * width, y: 0.5 * height },
      { x: 0.7 * width, y: 0.6 * height },
    ]
    const names = await desk.does(() => desk.drag(view, [from, to]))
    assertTaken(
      names,
      (i) => {
        const at = places[i]
        return at ? Math.min(at.x - from.x, to.x - at.x, at.y - from.y, to.y - at.y) : -10
      },
      100,
    )
    desk.take('select').press('N')
    const eye = subtract(camera.commonFromCamera.position, editor.job.originM)
    // The nearest of them: nothing hides it.
    const [shown] = [...names.keys()]
      .filter((i) => names[i] === 'road')
      .sort((a, b) => distance(desk.sample.points[a], eye) - distance(desk.sample.points[b], eye))
    const [source] = editor.job.frames[0].cameras
    await desk.until(() => desk.work.projections.get(0, source) !== null)
    const at = places[shown]
    assert.ok(at)
    desk.click(view, at)
    assert.ok(await desk.does(() => desk.press('Delete')))
    assert.deepEqual(new Set(desk.names()), new Set(['']))
  }))

test('a crop to a box holds in all directions, until a key takes it away', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { editor, work } = desk
    editor.setFilters({ visibleOnly: false })
    desk.ofClass('building').take('cuboid').stroke([0.45, 0.1], [0.6, 0.45])
    await desk.until(() => editor.box !== null)
    const { length, width, height } = editor.box?.dimensions ?? assert.fail()
    work.box.cropToIt()
    assert.equal(editor.box, null)
    desk.take('rectangle')
    const names = await desk.does(() => desk.stroke(...ALL))
    const taken = desk.sample.points.filter((_, i) => names[i] === 'building')
    const extent = (axis: 'x' | 'y' | 'z') => {
      const along = taken.map((point) => point[axis])
      return Math.max(...along) - Math.min(...along)
    }
    assert.ok(taken.length > 20, `${taken.length} taken`)
    assert.ok(extent('z') <= height + 0.02, `${extent('z')} m high in a box of ${height}`)
    assert.ok(Math.max(extent('x'), extent('y')) <= Math.hypot(length, width) + 0.02)
    desk.press('Shift+A')
    assert.equal(editor.filters.crop, null)
  }))
