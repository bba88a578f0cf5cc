import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCamera } from '../../src/geometry/camera.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import { COMMON_VIEW, type Track } from '../../src/model/document/document.ts'
import { newTrack } from '../../src/model/document/newTrack.ts'
import type { SpaceShape } from '../../src/model/document/shape.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { drawn, loaded, type Place } from './fusionPage.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from './streetPayload.ts'

const skip = browserSkip()

interface PlainSpace {
  classId: string
  stationary: boolean
  frames: number[]
  type: string
  points: Vec3[]
}

const spacesOf = (editor: EditorPage) =>
  editor.run<PlainSpace[]>(`[...session.document.tracks.values()].flatMap((t) => {
    const keys = t.views.get('')?.keys.filter((k) => k.kind === 'shape') ?? []
    if (keys.length === 0) return []
    return [{ classId: t.classId, stationary: t.stationary, frames: keys.map((k) => k.frame), ...keys[0].shape }]
  })`)

async function middleOf({ page }: EditorPage, view: string): Promise<Place> {
  const box = await page.locator(`[data-view="${view}"]`).boundingBox()
  assert.ok(box)
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
}

const apart = (a: Vec3, b: Vec3) => Math.hypot(a.x - b.x, a.y - b.y)

function pointsTrack(id: string, shape: SpaceShape): Track {
  const tagClass = { classId: STREET_CAR, attributes: [] }
  return newTrack({ id, annotationType: 'cuboid3d', tagClass, frame: 0, shape: { sensorId: COMMON_VIEW, flat: shape } })
}

test('a lane line is drawn by clicks on the cloud, edited point by point, copied and undone', { skip }, async () => {
  const { payload, files } = await streetSample()
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    const { mouse, keyboard } = page
    await loaded(page)
    await keyboard.press('v')
    const [x, y] = await middleOf(editor, 'main')
    const places: Place[] = [
      [x - 120, y + 30],
      [x, y + 40],
      [x + 120, y + 30],
    ]
    await editor.run(`session.setTool('polyline3d')`)
    await editor.run(`session.setCurrentClass('${STREET_PERSON}')`)
    for (const place of places) await mouse.click(...place)
    await keyboard.press('Enter')
    const [lane] = await spacesOf(editor)
    assert.deepEqual([lane.type, lane.points.length, lane.classId], ['polyline3d', 3, STREET_PERSON])
    // From above a pixel is as many metres everywhere: what was clicked on the screen is so in the scene.
    const scale = apart(lane.points[0], lane.points[2]) / 240
    assert.ok(Math.abs(apart(lane.points[0], lane.points[1]) - scale * Math.hypot(120, 10)) < 12 * scale)
    assert.ok(lane.points.every(({ z }) => Math.abs(z - lane.points[0].z) < 3))

    // In the common frame it stays where it is: the next frames have it too, and keep one keyframe.
    await keyboard.press('ArrowRight')
    await loaded(page)
    await keyboard.press('ArrowLeft')
    await editor.run(`session.setTool('select')`)

    await mouse.move(...places[1])
    await mouse.down()
    await mouse.move(x, y + 70)
    await mouse.move(x, y + 100)
    await mouse.up()
    const [moved] = await spacesOf(editor)
    assert.ok(Math.abs(apart(moved.points[1], lane.points[1]) - 60 * scale) < 12 * scale, 'dragged by 60 pixels')
    assert.deepEqual([moved.points[0], moved.points[2]], [lane.points[0], lane.points[2]])
    assert.deepEqual(moved.frames, [0])

    // The panel lists the points, and takes numbers for the one that was chosen.
    const numbers = page.getByRole('region', { name: 'Points' })
    const rows = numbers.getByRole('listitem').getByRole('button')
    assert.equal(await rows.count(), 3)
    await rows.nth(2).click()
    const height = numbers.getByLabel('Z (m)')
    await height.fill('1.25')
    await height.press('Enter')
    assert.equal((await spacesOf(editor))[0].points[2].z, 1.25)
    await numbers.getByText(/^3 points, [\d.]+ m$/).waitFor()
    await keyboard.press('Control+z')
    assert.deepEqual((await spacesOf(editor))[0].points, moved.points)

    const halfway: Place = [x - 60, y + 65]
    await mouse.dblclick(...halfway)
    assert.equal((await spacesOf(editor))[0].points.length, 4)
    await mouse.click(...halfway, { button: 'right' })
    assert.deepEqual((await spacesOf(editor))[0].points, moved.points)
    await mouse.click(...places[2])
    await keyboard.press('Delete')
    assert.deepEqual((await spacesOf(editor))[0].points, moved.points.slice(0, 2))
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    assert.deepEqual((await spacesOf(editor))[0].points, lane.points)

    await keyboard.press('Control+d')
    const copies = await spacesOf(editor)
    assert.equal(copies.length, 2)
    assert.ok(Math.abs(apart(copies[0].points[0], copies[1].points[0]) - 1) < 1e-6, 'a metre beside it')
    await keyboard.press('Delete')
    assert.equal((await spacesOf(editor)).length, 1)
  })
})

test('a pole is a key point; it is stationary, goes on to later frames, and a double-click ends it', {
  skip,
}, async () => {
  const { payload, files } = await streetSample()
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.keyboard.press('v')
    const [x, y] = await middleOf(editor, 'main')
    await page.keyboard.press('ArrowRight')
    await loaded(page)
    await editor.run(`session.setTool('keypoint3d')`)
    await page.mouse.click(x - 40, y - 60)
    await page.mouse.dblclick(x - 40, y - 30)
    await editor.run(`session.setTool('select')`)
    const [pole] = await spacesOf(editor)
    assert.deepEqual([pole.type, pole.points.length, pole.frames], ['keypoint3d', 2, [1]])
    await page.keyboard.press('y')
    assert.equal((await spacesOf(editor))[0].stationary, true)
    await page.keyboard.press('Control+ArrowLeft')
    assert.deepEqual((await spacesOf(editor))[0].frames, [0, 1])
    // A click beside it lets it go, one on it takes it again.
    await page.mouse.click(x - 300, y - 200)
    assert.equal(await editor.run<number>('session.selection.size'), 0)
    await page.mouse.click(x - 40, y - 60)
    assert.equal(await editor.run<number>('session.selection.size'), 1)
  })
})

test('a line is seen through the lens of the cameras and dragged over the ground there', { skip }, async () => {
  const plain = await streetSample({ cameraIds: ['front'] })
  const [frame] = plain.street.frames
  const [camera] = frame.cameras
  const lens = createCamera(camera.intrinsics, camera.commonFromCamera)
  // Ground before the camera, found through the image itself.
  const onGround = (u: number, v: number): Vec3 => {
    const ray = lens.cameraRayFromImage(u, v)
    assert.ok(ray)
    const { position, heading } = camera.commonFromCamera
    const { w, x, y, z } = heading
    const t = { x: 2 * (y * ray.z - z * ray.y), y: 2 * (z * ray.x - x * ray.z), z: 2 * (x * ray.y - y * ray.x) }
    const way = {
      x: ray.x + w * t.x + y * t.z - z * t.y,
      y: ray.y + w * t.y + z * t.x - x * t.z,
      z: ray.z + w * t.z + x * t.y - y * t.x,
    }
    const along = ((frame.egoPose?.position.z ?? 0) - position.z) / way.z
    return { x: position.x + along * way.x, y: position.y + along * way.y, z: position.z + along * way.z }
  }
  const { width, height } = camera
  const pixels: Place[] = [
    [width * 0.4, height * 0.75],
    [width * 0.6, height * 0.75],
  ]
  const shape: SpaceShape = { type: 'polyline3d', points: pixels.map(([u, v]) => onGround(u, v)) }
  const { payload, files } = await streetSample({ cameraIds: ['front'], tracks: [pointsTrack('lane', shape)] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.keyboard.press('h')
    const box = await page.locator('.sensors-main .sensors-camera').boundingBox()
    assert.ok(box)
    const scale = Math.min(box.width / width, box.height / height)
    const [left, top] = [box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2]
    const onPage = ([u, v]: Place): Place => [left + (u + 0.5) * scale, top + (v + 0.5) * scale]
    await page.mouse.click(...onPage([width * 0.5, pixels[0][1]]))
    assert.equal(await editor.run<number>('session.selection.size'), 1, 'a click on the line selects it')
    const target: Place = [width * 0.65, height * 0.85]
    await page.mouse.move(...onPage(pixels[1]))
    await page.mouse.down()
    await page.mouse.move(...onPage([width * 0.62, height * 0.8]))
    await page.mouse.move(...onPage(target))
    await drawn(page)
    await page.mouse.up()
    const [moved] = await spacesOf(editor)
    assert.deepEqual(moved.points[0], shape.points[0])
    assert.ok(apart(moved.points[1], onGround(...target)) < 0.15, 'over the ground, under the pointer')
    assert.ok(Math.abs(moved.points[1].z - shape.points[1].z) < 1e-6)
    await page.keyboard.press('Control+z')
    assert.deepEqual((await spacesOf(editor))[0].points, shape.points)
  })
})
