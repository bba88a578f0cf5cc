import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedDrive, queuedImage, queuedVideo, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { answerWith, Model } from './model.ts'

let stage: Stage
let tenant: Tenant
let person: Person
let model: Model
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), tracks: tagOf('video2d') })
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  model = await Model.start({})
})
after(async () => {
  await model.stop()
  await stage.clear()
})

interface Run {
  status: string
  suggestions: { suggestion_id: string; record: Record<string, unknown>; score: number | null }[]
  dropped: { label: string; count: number }[]
  error: { code: string; message: string } | null
}

async function claimed(): Promise<string> {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  return jobId
}

async function predicted(assistant: string): Promise<Run> {
  const jobId = await claimed()
  const body = { assistant, verb: 'predict' }
  const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, body)
  return until(async () => {
    const run = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return run.status === 'queued' || run.status === 'running' ? null : run
  })
}

test('an ML backend of Label Studio is set up, and its regions become suggestions under our classes', async () => {
  let isLoaded = false
  const region = (label: string) => ({
    type: 'rectanglelabels',
    from_name: 'rectangle',
    to_name: 'image',
    original_width: 8,
    original_height: 6,
    score: 0.8,
    value: { x: 10, y: 20, width: 40, height: 40, rotation: 0, rectanglelabels: [label] },
  })
  model.answers['/health'] = () => ({ status: 'UP' })
  model.answers['/setup'] = () => {
    isLoaded = true
    return { model_version: 'v7' }
  }
  model.answers['/predict'] = (_, response) => {
    if (!isLoaded) return answerWith(response, 404, 'No model loaded')
    return { results: [{ result: [region('Auto'), region('dragon')], score: 0.5 }], model_version: 'v7' }
  }
  const made = await stage.admin.put<{ state: string; version: string; verbs: string[] }>(
    tenant.path('/assistants/studio'),
    { carrier: 'label_studio', url: model.url, map: { Auto: 'car' } },
  )
  assert.deepEqual([made.state, made.version, made.verbs], ['ok', 'v7', ['predict', 'segment']])
  isLoaded = false
  const run = await predicted('studio')
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  assert.equal(run.suggestions.length, 1)
  const [{ record, score }] = run.suggestions
  assert.deepEqual([record.label, record.type, score], ['car', 'rectangle', 0.8])
  assert.deepEqual(run.dropped, [{ label: 'dragon', count: 1 }])
  const asked: { tasks: { data: { image: string } }[]; project: string; label_config: string } = JSON.parse(
    model.of('/predict').at(-1)?.text ?? '',
  )
  assert.equal((await fetch(asked.tasks[0].data.image)).status, 200)
  assert.match(asked.project, new RegExp(`^${tenant.projectId}\\.\\d+$`))
  assert.match(asked.label_config, /<RectangleLabels[^>]*>.*value="car"/s)
  // It serves a tag of videos too, and remembers the config of its last setup alone.
  assert.equal(JSON.parse(model.of('/setup').at(-1)?.text ?? '').schema, asked.label_config)
})

test('choices of an ML backend of Label Studio answer attributes of the image', async () => {
  const weather = { name: 'weather', type: 'select', options: ['sun', 'rain'], per: 'job' }
  await stage.admin.put(tenant.path('/tags/scenes'), { ...tagOf('image2d'), attributes: [weather] })
  const choice = (value: string) => ({
    type: 'choices',
    from_name: 'image_attribute:weather',
    to_name: 'image',
    value: { choices: [value] },
  })
  for (const [answered, expected] of [
    ['rain', 'rain'],
    ['hail', undefined],
  ] as const) {
    model.answers['/predict'] = () => ({ results: [{ result: [choice(answered)], score: 0.5 }] })
    const jobId = await queuedImage(stage, tenant, 'scenes')
    await person.post(`/api/jobs/${jobId}/claim`, {})
    const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
      assistant: 'studio',
      verb: 'predict',
    })
    const run = await until(async () => {
      const now = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
      return now.status === 'queued' || now.status === 'running' ? null : now
    })
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    const ids = run.suggestions.map(({ suggestion_id }) => suggestion_id)
    const { version } = await open(person, jobId)
    if (ids.length > 0) await person.post(`/api/jobs/${jobId}/suggestions/accept`, { suggestion_ids: ids, version })
    const { document } = await open(person, jobId)
    assert.equal(new Map(document.jobAttributes).get('weather'), expected)
  }
})

test("a server's description is refused before parsing if it is too large", async () => {
  const endless = `[${'{},'.repeat(1_000_000)}{}]`
  model.answers['/health'] = () => ({ status: 'UP' })
  model.answers['/setup'] = (_, response) => answerWith(response, 200, endless)
  model.answers['/describe'] = (_, response) => answerWith(response, 200, endless)
  for (const [carrier, verb] of [
    ['label_studio', 'setup'],
    ['http', 'describe'],
  ]) {
    const body = { carrier, url: model.url }
    const made = await stage.admin.put<{ state: string; problem: string }>(tenant.path('/assistants/endless'), body)
    assert.deepEqual([made.state, made.problem], ['failing', `${verb}: at most 65536 bytes are taken`])
  }
  await stage.admin.ok('DELETE', tenant.path('/assistants/endless'))
})

test('a detector of CVAT is sent the image, and its shapes in pixels become suggestions', async () => {
  model.answers['/'] = () => [
    { confidence: '0.9', label: 'car', points: [2, 1.5, 4, 3], type: 'rectangle' },
    { confidence: '0.7', label: 'boat', points: [0, 0, 1, 1], type: 'rectangle' },
  ]
  await stage.admin.put(tenant.path('/assistants/detector'), { carrier: 'cvat', kind: 'detector', url: model.url })
  const run = await predicted('detector')
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  const [{ record, score }] = run.suggestions
  const [topLeft, , bottomRight] = record.coordinates as { x: number; y: number }[]
  assert.deepEqual(
    [topLeft, bottomRight],
    [
      { x: 0.25, y: 0.25 },
      { x: 0.5, y: 0.5 },
    ],
  )
  assert.equal(score, 0.9)
  assert.deepEqual(run.dropped, [{ label: 'boat', count: 1 }])
  const asked: { image: string } = JSON.parse(model.of('/')[1].text)
  assert.equal(Buffer.from(asked.image, 'base64').subarray(1, 4).toString('latin1'), 'PNG')
})

test('an interactor of CVAT is sent clicks in pixels, and a box where there is one; its mask becomes the outline', async () => {
  // As the functions that CVAT has answer: the outline, and a mask of the whole image.
  const mask = Array.from({ length: 6 }, (_, y) => Array.from({ length: 8 }, (_, x) => Number(x > 1 && x < 6 && y > 1)))
  model.answers['/'] = () => ({ points: [], mask })
  await stage.admin.put(tenant.path('/assistants/clicker'), { carrier: 'cvat', kind: 'interactor', url: model.url })
  const jobId = await claimed()
  const found = async (prompts: object) => {
    const input = { label: 'car', prompts }
    const body = { assistant: 'clicker', verb: 'segment', input }
    const { suggestions } = await person.post<Pick<Run, 'suggestions'>>(`/api/jobs/${jobId}/assist`, body)
    const { image: _, ...asked } = JSON.parse(model.asked.at(-1)?.text ?? '')
    return { asked, record: suggestions[0].record }
  }
  const points = [
    { x: 0.5, y: 0.5, positive: true },
    { x: 0, y: 1, positive: false },
  ]
  const { asked, record } = await found({ points })
  assert.deepEqual(asked, { pos_points: [[4, 3]], neg_points: [[0, 6]], obj_bbox: null })
  assert.equal(record.label, 'car')
  const boxed = await found({ box: { x: 0.25, y: 0, width: 0.5, height: 0.5 } })
  assert.deepEqual(boxed.asked, {
    pos_points: [],
    neg_points: [],
    obj_bbox: [
      [2, 0],
      [6, 3],
    ],
  })
  model.answers['/'] = () => ({ blob: 'AAAA' })
  const answer = await person.call('POST', `/api/jobs/${jobId}/assist`, {
    assistant: 'clicker',
    verb: 'segment',
    input: { label: 'car', prompts: { points } },
  })
  assert.match(answer.json?.error?.message ?? '', /^blob: features/)
})

test('a tracker of CVAT follows a box frame by frame, and remembers what it saw', async () => {
  model.answers['/'] = ({ text }) => {
    const { shapes, states } = JSON.parse(text)
    const moved = shapes.map(([x1, y1, x2, y2]: number[]) => [x1 + 1, y1, x2 + 1, y2])
    return { shapes: moved, states: [...states, 'seen'] }
  }
  await stage.admin.put(tenant.path('/assistants/tracker'), { carrier: 'cvat', kind: 'tracker', url: model.url })
  const jobId = await queuedVideo(stage, tenant, 'tracks')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId, 'one')])
  const input = { track_ids: ['one'], from: '0', to: '1' }
  const before = model.of('/').length
  const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
    assistant: 'tracker',
    verb: 'track',
    input,
  })
  const run = await until(async () => {
    const now = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return now.status === 'queued' || now.status === 'running' ? null : now
  })
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  const frames = run.suggestions[0].record.frames as Record<string, { coordinates: { x: number }[] }>
  assert.deepEqual([Object.keys(frames), frames[1].coordinates[0].x.toFixed(3)], [['1'], '0.225'])
  assert.deepEqual(
    model
      .of('/')
      .slice(before)
      .map(({ text }) => JSON.parse(text).states),
    [[], ['seen']],
  )
})

test('re-identification of CVAT suggests which objects are one; accepting merges them in one step', async () => {
  interface Asked {
    boxes0: { points: number[]; label_id: number }[]
    boxes1: { points: number[]; label_id: number }[]
    max_distance: number
  }
  const asked: Asked[] = []
  model.answers['/'] = ({ text }) => {
    const { boxes0, boxes1, ...more }: Asked = JSON.parse(text)
    asked.push({ boxes0, boxes1, ...more })
    return boxes0.map(({ points }) => boxes1.findIndex((other) => other.points[0] === points[0]))
  }
  await stage.admin.put(tenant.path('/assistants/reid'), { carrier: 'cvat', kind: 'reid', url: model.url })
  const jobId = await queuedVideo(stage, tenant, 'tracks', 4)
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(person, jobId)
  const seen = (id: string, frame: number, left = 0.125) => drawBox(tag.classes[0].classId, id, { frame, left })
  await save(person, jobId, version, [seen('a', 0), seen('b', 1), seen('x', 1, 0.25), seen('c', 3)])
  const input = { track_ids: ['a', 'b', 'c', 'x'], from: '0', to: '3' }
  const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
    assistant: 'reid',
    verb: 'track',
    input,
  })
  const run = await until(async () => {
    const now = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return now.status === 'queued' || now.status === 'running' ? null : now
  })
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  assert.deepEqual(
    run.suggestions.map(({ record }) => record),
    [{ merge: ['a', 'b'] }, { merge: ['a', 'c'] }],
  )
  assert.deepEqual(
    asked.map(({ boxes0, boxes1, max_distance }) => [boxes0.length, boxes1.length, max_distance]),
    [
      [1, 2, 50],
      [2, 1, 100],
    ],
  )
  assert.deepEqual(asked[0].boxes0[0], { type: 'rectangle', label_id: 1, points: [1, 6 * 0.2, 4, 6 * 0.6] })
  const suggestion_ids = run.suggestions.map(({ suggestion_id }) => suggestion_id)
  const taken = await person.post<{ version: number }>(`/api/jobs/${jobId}/suggestions/accept`, {
    suggestion_ids,
    version: version + 1,
  })
  assert.equal(taken.version, version + 2, 'one step')
  const { document } = await open(person, jobId)
  assert.deepEqual(document.tracks.map(({ id }) => id).sort(), ['a', 'x'])
  const joined = document.tracks.find(({ id }) => id === 'a')
  assert.deepEqual(
    joined?.views[0][1].keys.map(({ frame }) => frame),
    [0, 1, 3],
  )
})

test('with cameras and a lidar, re-identification gets cuboids as each camera sees them, and merges them', async () => {
  const drive = await Tenant.create(stage.admin, { base: 'SENSOR_FUSION' }, { drive: tagOf('cuboid3d') })
  const worker = await Person.join(stage.admin, 'annotator', [drive.projectId])
  const asked: { boxes0: { points: number[] }[]; boxes1: { points: number[] }[]; image0: string; image1: string }[] = []
  model.answers['/'] = ({ text }) => {
    asked.push(JSON.parse(text))
    return [0]
  }
  await stage.admin.put(drive.path('/assistants/reid'), { carrier: 'cvat', kind: 'reid', url: model.url })
  const jobId = await queuedDrive(stage, drive, 'drive')
  await worker.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(worker, jobId)
  const cuboid = (id: string, frame: number, x: number): Edit => ({
    type: 'putTrack',
    index: null,
    track: {
      id,
      entryId: null,
      classId: tag.classes[0].classId,
      stationary: false,
      attributes: [],
      views: [],
      cuboid: {
        attributes: [],
        dimensions: { length: 4, width: 2, height: 1.5 },
        keys: [
          {
            kind: 'shape',
            frame,
            id: null,
            keyFrame: true,
            source: 'manual',
            hidden: false,
            linked: false,
            shape: { position: { x, y: 0, z: 1 }, heading: { w: 1, x: 0, y: 0, z: 0 }, sizeOverride: null },
          },
        ],
      },
    },
  })
  // The camera looks ahead: what is behind it is seen in neither image.
  await save(worker, jobId, version, [cuboid('a', 0, 10), cuboid('b', 1, 11), cuboid('behind', 1, -10)])
  const input = { track_ids: ['a', 'b', 'behind'], from: '0', to: '1' }
  const { run_id: runId } = await worker.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
    assistant: 'reid',
    verb: 'track',
    input,
  })
  const run = await until(async () => {
    const now = await worker.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
    return now.status === 'queued' || now.status === 'running' ? null : now
  })
  assert.equal(run.status, 'completed', JSON.stringify(run.error))
  assert.deepEqual(
    run.suggestions.map(({ record }) => record),
    [{ merge: ['a', 'b'] }],
  )
  assert.deepEqual(
    asked.map(({ boxes0, boxes1, image0, image1 }) => [
      boxes0.length,
      boxes1.length,
      image0.length > 20,
      image1.length > 20,
    ]),
    [[1, 1, true, true]],
  )
  // The rear of a, 8 m ahead, is 2 m wide: 15 pixels around the middle of 64.
  const [left, , right] = asked[0].boxes0[0].points
  assert.ok(Math.abs(left - 25) < 0.1 && Math.abs(right - 40) < 0.1, `${left} to ${right}`)
  const suggestion_ids = run.suggestions.map(({ suggestion_id }) => suggestion_id)
  await worker.post(`/api/jobs/${jobId}/suggestions/accept`, { suggestion_ids, version: version + 1 })
  const { document } = await open(worker, jobId)
  assert.deepEqual(document.tracks.map(({ id }) => id).sort(), ['a', 'behind'])
  assert.deepEqual(
    document.tracks.find(({ id }) => id === 'a')?.cuboid?.keys.map(({ frame, kind }) => [frame, kind]),
    [
      [0, 'shape'],
      [1, 'shape'],
    ],
  )
})

test('a tracker that answers what is no JSON, or millions of values, fails its run', async () => {
  const jobId = await queuedVideo(stage, tenant, 'tracks')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId, 'one')])
  await stage.admin.put(tenant.path('/assistants/tracker'), { carrier: 'cvat', kind: 'tracker', url: model.url })
  for (const answer of ['<html>', `{"states":[${'{},'.repeat(1_000_000)}{}]}`]) {
    model.answers['/'] = (_, response) => answerWith(response, 200, answer)
    const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
      assistant: 'tracker',
      verb: 'track',
      input: { track_ids: ['one'], from: '0', to: '1' },
    })
    const run = await until(async () => {
      const now = await person.get<Run>(`/api/jobs/${jobId}/assist/${runId}`)
      return now.status === 'queued' || now.status === 'running' ? null : now
    })
    assert.deepEqual([run.status, run.error?.code], ['failed', 'INVALID_ANSWER'])
    assert.match(run.error!.message, /^track: /)
  }
})
