import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LabelDesk } from '../../../../test/web/desk/labelDesk.ts'
import { classIdOf, segmentationSample } from '../../../../test/web/segmentationPayload.ts'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import { classKey } from './labelCommands.ts'

/** Instances, and what is offered before it is labelled, at the real editor. */

const STREET = await segmentationSample()

const choose = ({ editor, work }: LabelDesk, ...names: string[]) =>
  work.actions.choose(editor.legend.filter((entry) => names.includes(editor.nameOf(entry))).map(({ id }) => id))

test('instances: added to, split, joined, given another class, deleted, chosen by a click; each one step', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { editor, sample, work } = desk
    desk.ofClass('car').take('rectangle')
    const first = await desk.does(() => desk.stroke([0.35, 0.3], [0.5, 0.45]))
    assert.ok(first.includes('car#1'))
    const added = await desk.does(() => desk.stroke([0.35, 0.45], [0.5, 0.6]))
    assert.deepEqual(new Set(added), new Set(['', 'car#1']))
    assert.ok(added.filter(Boolean).length > first.filter(Boolean).length)

    desk.press('Shift+N')
    assert.equal(editor.isSplitting, true)
    const halved = await desk.does(() => desk.stroke([0.3, 0.25], [0.7, 0.45]))
    assert.deepEqual(halved.map(Boolean), added.map(Boolean), 'nothing else is taken')
    assert.deepEqual(
      halved.map((name) => name === 'car#2'),
      first.map((name) => name === 'car#1'),
    )
    desk.session.setTool('select')
    choose(desk, 'car#2')
    desk.press('Shift+N')
    assert.equal(desk.session.activeTool, 'lasso', 'what splits can be drawn at once')
    desk.press('Esc')
    choose(desk, 'car#1', 'car#2')
    assert.equal(new Set(await desk.does(() => desk.press('J'))).size, 2)
    await desk.does(() => desk.press('Ctrl+Z'))
    assert.deepEqual(desk.names(), halved)

    // Alt and a click choose what lies under the pointer, whatever the tool.
    desk.press('Esc')
    const { points } = sample
    // The highest of them: from above nothing lies over it.
    const [top] = [...halved.keys()].filter((i) => halved[i] === 'car#2').sort((a, b) => points[b].z - points[a].z)
    desk.click(MAIN_VIEW, desk.placeOf(top), { alt: true })
    const [chosen] = work.actions.chosen
    assert.equal(editor.nameOf(chosen ?? null), 'car#2')
    const turned = await desk.does(() => work.actions.reclass(classIdOf('pedestrian')))
    assert.deepEqual(
      turned.map((name) => name === 'pedestrian#1'),
      halved.map((name) => name === 'car#2'),
    )
    choose(desk, 'pedestrian#1')
    const gone = await desk.does(() => desk.press('Delete'))
    assert.deepEqual(new Set(gone), new Set(['', 'car#1']))
    desk.undoAll()
    assert.deepEqual(new Set(desk.names()), new Set(['']))
    while (desk.session.canRedo) desk.session.redo()
    assert.deepEqual(desk.names(), gone)
  }))

test('ground and surface are shown first and labelled when they are accepted; labels that are there are left', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { editor, sample, session } = desk
    const truth = sample.street.frames[0].lidar.classes
    const isFlat = (i: number) => truth[i] <= 2
    desk.ofClass('road').take('surface')
    const nearby = sample.points.findIndex(({ x, y }, i) => isFlat(i) && Math.hypot(x - 9, y) < 1)
    desk.click(MAIN_VIEW, desk.placeOf(nearby))
    await desk.offered('surface', ({ indices }) => indices.length > 0)
    assert.deepEqual(new Set(desk.names()), new Set(['']), 'shown is not labelled')
    const grown = await desk.does(() => desk.press('Enter'))
    const onIt = grown.flatMap((name, i) => (name === 'road' ? [i] : []))
    assert.ok(onIt.filter(isFlat).length > 0.9 * onIt.length, `${onIt.length} points`)
    desk.press('Ctrl+Z')
    assert.deepEqual(new Set(desk.names()), new Set(['']), 'one step')

    desk.ofClass('building').take('rectangle')
    const built = await desk.does(() => desk.stroke([0.45, 0.45], [0.55, 0.55]))
    desk.ofClass('road').take('ground')
    const free = built.flatMap((name, i) => (name === '' ? [i] : []))
    const isFree = ({ indices }: { indices: Uint32Array }) => indices.every((i) => built[i] === '')
    const ground = await desk.offered('ground', ({ indices }) => indices.length > 0)
    assert.ok(isFree(ground))
    const { visibleOnly } = editor.filters
    desk.press('Y')
    assert.equal(editor.filters.visibleOnly, visibleOnly, 'ground is taken seen or not')
    desk.press('O')
    await desk.offered('ground', (offer) => !isFree(offer))
    desk.press('O')
    await desk.offered('ground', isFree)
    assert.deepEqual(desk.names(), built, 'shown is not labelled')
    const labelled = await desk.does(() => desk.press('Enter'))
    assert.ok(
      labelled.every((name, i) => built[i] === '' || name === built[i]),
      'labels that are there are left',
    )
    const right = free.filter((i) => (labelled[i] === 'road') === isFlat(i)).length
    assert.ok(right / free.length > 0.95, `${right} of ${free.length}`)

    desk.ofClass('car').press('K')
    await desk.offered('cluster', ({ number }) => number === 1)
    desk.press('Tab')
    await desk.offered('cluster', ({ number }) => number === 2)
    const taken = await desk.does(() => desk.press('Enter'))
    assert.ok(taken.includes('car#1'))
    for (const [i, name] of taken.entries()) assert.equal(name === 'road', labelled[i] === 'road')
    // Another class is chosen: what has the size of the car is offered as one all the same.
    desk.ofClass('building')
    const isCar = () => {
      const { current } = desk.work.suggestions
      return current?.kind === 'cluster' && current.likely === classIdOf('car')
    }
    for (let tries = 0; !isCar(); tries++) {
      assert.ok(tries < 100 && desk.work.suggestions.current)
      desk.press('Tab')
    }
    assert.ok((await desk.does(() => desk.press('Shift+Enter'))).includes('car#2'))
    desk.press('Esc')
    assert.equal(desk.work.suggestions.current, null)

    session.undo()
    desk.ofClass('car').press('N', 'Space').take('cuboid').stroke([0.3, 0.2], [0.7, 0.8])
    assert.equal(session.inWork.unfinishedCount, 0)
    await desk.until(() => editor.box !== null)
    assert.equal(session.inWork.unfinishedCount, 1, 'a box that waits for Enter')
    const boxed = await desk.does(() => desk.press('Enter'))
    assert.ok(boxed.some((name) => name.startsWith('car#')))
    assert.equal(editor.box, null)
    assert.equal(desk.work.store.unlabelledCount, boxed.filter((name) => name === '').length)

    desk.ofClass('building')
    const full = await desk.does(() => desk.press('Shift+U'))
    assert.ok(!full.includes(''))
    assert.equal(desk.work.store.unlabelledCount, 0)
  }))

test('any of thousands of instances can be continued; another class begins a new one', async () => {
  const legend = Array.from({ length: 4000 }, (_, i) => ({
    id: `e-${i}`,
    labelKey: i + 1,
    classId: classIdOf('car'),
    instance: i + 1,
    color: null,
  }))
  await LabelDesk.at(await segmentationSample({ legend }), async (desk) => {
    choose(desk, 'car#3217')
    desk.take('rectangle')
    const names = await desk.does(() => desk.stroke([0.3, 0.3], [0.6, 0.6]))
    assert.deepEqual(new Set(names), new Set(['', 'car#3217']))
    desk.ofClass('pedestrian')
    assert.ok((await desk.does(() => desk.stroke([0.6, 0.3], [0.8, 0.6]))).includes('pedestrian#1'))
  })
})

test('classes beyond the ninth have keys too, and those beyond the eighteenth none', async () => {
  const { payload, ...rest } = await segmentationSample()
  const [first] = payload.tag.classes
  const classes = Array.from({ length: 20 }, (_, i) => ({ ...first, classId: `c-${i + 1}`, name: `class ${i + 1}` }))
  await LabelDesk.at({ ...rest, payload: { ...payload, tag: { ...payload.tag, classes } } }, (desk) => {
    desk.press('Shift+1')
    assert.equal(desk.session.currentClassId, 'c-10')
    desk.press('Shift+9')
    assert.equal(desk.session.currentClassId, 'c-18')
    assert.deepEqual(desk.keymap.keysOf('label.class.19'), [])
    assert.deepEqual([classKey(9), classKey(17), classKey(18)], ['Shift+1', 'Shift+9', null], 'as the list shows them')
  })
})

test('Delete says what it needs where only a stroke has chosen; Escape takes a crop away', () =>
  LabelDesk.at(STREET, async (desk) => {
    desk.ofClass('car').take('rectangle')
    const labelled = await desk.does(() => desk.stroke([0.35, 0.3], [0.5, 0.45]))
    desk.press('Delete')
    assert.match(desk.said, /Click an instance or its name to delete it/)
    assert.deepEqual(desk.names(), labelled)
    choose(desk, 'car#1')
    assert.deepEqual(new Set(await desk.does(() => desk.press('Delete'))), new Set(['']))
    desk.take('crop').stroke([0.4, 0.3], [0.6, 0.6])
    assert.ok(desk.editor.filters.crop)
    desk.press('Esc')
    assert.equal(desk.editor.filters.crop, null)
  }))

test('one key changes between the labels and the colours that tell most, or were chosen last', async () => {
  await LabelDesk.at(await segmentationSample({ cameraIds: ['front'] }), (desk) => {
    const { editor } = desk
    desk.press('Shift+V')
    assert.equal(editor.view.color, 'camera')
    editor.setView({ color: 'distance' })
    for (const expected of ['label', 'distance', 'label']) {
      desk.press('Shift+V')
      assert.equal(editor.view.color, expected)
    }
  })
})

test('a chosen instance is highlighted for a moment', () =>
  LabelDesk.at(STREET, async (desk) => {
    const { store, strokes } = desk.work
    desk.ofClass('car').take('rectangle')
    const names = await desk.does(() => desk.stroke([0.35, 0.3], [0.5, 0.45]))
    await strokes.settled
    assert.equal(store.previewCounts.points, 0)
    choose(desk, 'car#1')
    assert.equal(store.previewCounts.points, names.filter(Boolean).length)
    await new Promise<void>((resolve) => {
      const leave = store.onLook(() => {
        if (store.previewCounts.points > 0) return
        leave()
        resolve()
      })
    })
  }))

test('undo right after a stroke takes back the stroke, also before its points are found', () =>
  LabelDesk.at(STREET, async (desk) => {
    desk.ofClass('road').take('rectangle')
    const first = await desk.does(() => desk.stroke([0.3, 0.3], [0.5, 0.7]))
    desk.ofClass('building')
    desk.stroke([0.5, 0.3], [0.7, 0.7])
    desk.press('Ctrl+Z')
    await desk.until(() => desk.session.canRedo)
    assert.deepEqual(desk.names(), first)
  }))
