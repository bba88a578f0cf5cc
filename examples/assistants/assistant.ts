/**
 * An assistant in one file: finds bright things in images, cuts out what is clicked, tracks boxes, fits cuboids. It has
 * no model: it shows where yours goes. Start it with `node assistant.ts 9000` (Node 24), then register
 * http://127.0.0.1:9000.
 */
import { createServer } from 'node:http'
import sharp from 'sharp'

interface Point {
  x: number
  y: number
}
interface Box extends Point {
  width: number
  height: number
}
interface Asked {
  job: {
    operation: string
    classes: { name: string; default_size?: { length: number; width: number; height: number } | null }[]
    files: { field: string; url: string; media_type: string }[]
  }
  input: {
    label: string
    prompts: { points?: (Point & { positive: boolean })[]; box?: Box }
    points: [number, number, number][]
    gesture: { from: Point; to: Point }
    frames: { frame_id: string; files: { url: string }[] }[]
    objects: { track_id: string; label: string; frames: Record<string, { type: string; coordinates?: Point[] }> }[]
  }
}
interface Picture {
  width: number
  height: number
  /** One byte a pixel, row by row. */
  grey: Uint8Array
}

const VERBS: Record<string, (asked: Asked) => Promise<object> | object> = {
  '/describe': () => ({ name: 'bright things', version: '1', verbs: ['predict', 'segment', 'track', 'fit'] }),
  '/predict': predict,
  '/segment': segment,
  '/track': track,
  '/fit': fit,
}

/** Addresses of files are signed: a plain GET reads them. */
async function pictureAt(url: string): Promise<Picture> {
  const bytes = await (await fetch(url)).arrayBuffer()
  const { data, info } = await sharp(bytes).rotate().greyscale().raw().toBuffer({ resolveWithObject: true })
  const grey = info.channels === 1 ? data : data.filter((_, i) => i % info.channels === 0)
  return { width: info.width, height: info.height, grey }
}

/** Boxes around bright regions, of the first class; the score is how much of the box is bright. */
async function predict({ job }: Asked) {
  if (job.operation !== 'image2d') return { data: {} }
  const picture = await pictureAt(job.files[0].url)
  const seen = new Uint8Array(picture.grey.length)
  const rectangles: object[] = []
  const scores: number[] = []
  for (let start = 0; start < picture.grey.length; start++) {
    if (seen[start] || picture.grey[start] < 160) continue
    const region = regionFrom(picture, start, (value) => value >= 160, seen)
    if (region.length < 100) continue
    const box = boundsOf(region, picture)
    rectangles.push({ label: job.classes[0].name, coordinates: cornersOf(box) })
    scores.push(region.length / (box.width * box.height * picture.grey.length))
  }
  return { data: { annotations: { rectangles } }, scores: scores.map((score) => Math.min(1, score)) }
}

/** The connected region that looks like the clicked pixel, without the regions of negative clicks. */
async function segment({ job, input: { prompts } }: Asked) {
  const picture = await pictureAt(job.files[0].url)
  const indexOf = ({ x, y }: Point) =>
    Math.min(picture.height - 1, Math.floor(y * picture.height)) * picture.width +
    Math.min(picture.width - 1, Math.floor(x * picture.width))
  const { box } = prompts
  const inside = prompts.points?.find(({ positive }) => positive) ?? middleOf(box)
  const other = prompts.points?.find(({ positive }) => !positive)
  const wanted = picture.grey[indexOf(inside)]
  const unwanted = other ? picture.grey[indexOf(other)] : null
  const isLike = (value: number) =>
    Math.abs(value - wanted) < (unwanted === null ? 32 : Math.max(1, Math.abs(unwanted - wanted) / 2))
  const region = regionFrom(picture, indexOf(inside), isLike, new Uint8Array(picture.grey.length))
  const found = boundsOf(region, picture)
  return { box: found, polygon: cornersOf(found), score: 0.5 }
}

const middleOf = (box: Box | undefined): Point =>
  box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0.5, y: 0.5 }

/** Each box where its pixels are found again, near where they were; it stops where they are not. */
async function track({ input: { frames, objects } }: Asked) {
  const pictures = await Promise.all(frames.map(({ files }) => pictureAt(files[0].url)))
  const stopped_at: object[] = []
  const records = objects.flatMap(({ track_id, frames: known }) => {
    const start = frames.findIndex(({ frame_id }) => known[frame_id]?.coordinates)
    const corners = known[frames[start]?.frame_id]?.coordinates
    if (!corners) return []
    let box = {
      x: corners[0].x,
      y: corners[0].y,
      width: corners[2].x - corners[0].x,
      height: corners[2].y - corners[0].y,
    }
    const found: Record<string, object> = {}
    for (let at = start + 1; at < frames.length; at++) {
      const { difference, ...next } = searched(pictures[at - 1], pictures[at], box)
      if (difference > 40) {
        stopped_at.push({ track_id, frame_id: frames[at].frame_id, reason: 'the object looks different here' })
        break
      }
      box = next
      found[frames[at].frame_id] = { type: 'rectangle', coordinates: cornersOf(box), key_frame: true }
    }
    return [{ track_id, type: 'rectangle', frames: found }]
  })
  return { records: records.filter(({ frames: found }) => Object.keys(found).length > 0), stopped_at }
}

/** The class's size around the points under the drag, standing on the lowest of them. */
function fit({ job, input: { label, points, gesture } }: Asked) {
  const size = job.classes.find(({ name }) => name === label)?.default_size ?? { length: 4.5, width: 1.8, height: 1.5 }
  if (points.length < 10) return { cuboid: null, score: null }
  const { from, to } = gesture
  const yaw = Math.atan2(to.y - from.y, to.x - from.x)
  const floor = points.map(([, , z]) => z).sort((a, b) => a - b)[Math.floor(points.length / 50)]
  const position = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: floor + size.height / 2 }
  const heading = { w: Math.cos(yaw / 2), x: 0, y: 0, z: Math.sin(yaw / 2) }
  return { cuboid: { position, heading, dimensions: size }, score: 0.5 }
}

/** Pixels that hang together with the first one and pass. */
function regionFrom(
  { width, height, grey }: Picture,
  start: number,
  passes: (value: number) => boolean,
  seen: Uint8Array,
): number[] {
  const region = [start]
  seen[start] = 1
  for (let i = 0; i < region.length; i++) {
    const [x, y] = [region[i] % width, Math.floor(region[i] / width)]
    for (const [nextX, nextY] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]) {
      const next = nextY * width + nextX
      if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height || seen[next] || !passes(grey[next])) continue
      seen[next] = 1
      region.push(next)
    }
  }
  return region
}

/** Shares of width and height of the image. */
function boundsOf(region: readonly number[], { width, height }: Picture): Box {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (const pixel of region) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    ;[left, top] = [Math.min(left, x), Math.min(top, y)]
    ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height }
}

/** Where the box's pixels differ least, within a fifth of its size; the mean difference of grey values there. */
function searched(before: Picture, after: Picture, box: Box): Box & { difference: number } {
  const { width, height } = before
  const pixels = { x: Math.round(box.x * width), y: Math.round(box.y * height) }
  const size = { x: Math.max(1, Math.round(box.width * width)), y: Math.max(1, Math.round(box.height * height)) }
  let best = { dx: 0, dy: 0, difference: Number.POSITIVE_INFINITY }
  const reach = { x: Math.ceil(size.x / 5), y: Math.ceil(size.y / 5) }
  const step = { x: Math.max(1, Math.floor(size.x / 16)), y: Math.max(1, Math.floor(size.y / 16)) }
  for (let dy = -reach.y; dy <= reach.y; dy++) {
    for (let dx = -reach.x; dx <= reach.x; dx++) {
      const [left, top] = [pixels.x + dx, pixels.y + dy]
      if (left < 0 || top < 0 || left + size.x > width || top + size.y > height) continue
      let [sum, count] = [0, 0]
      for (let y = 0; y < size.y; y += step.y) {
        for (let x = 0; x < size.x; x += step.x) {
          const [was, now] = [(pixels.y + y) * width + pixels.x + x, (top + y) * width + left + x]
          sum += Math.abs(before.grey[was] - after.grey[now])
          count++
        }
      }
      // Among equal differences the nearest place wins, so that a stationary object stays.
      const difference = sum / count + 0.01 * (Math.abs(dx) + Math.abs(dy))
      if (difference < best.difference) best = { dx, dy, difference }
    }
  }
  return { ...box, x: box.x + best.dx / width, y: box.y + best.dy / height, difference: best.difference }
}

const cornersOf = ({ x, y, width, height }: Box): Point[] => {
  const [right, bottom] = [Math.min(1, x + width), Math.min(1, y + height)]
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ]
}

const server = createServer(async (request, response) => {
  const answer = VERBS[request.url ?? '']
  if (!answer) return response.writeHead(404).end()
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  try {
    const body = JSON.stringify(await answer(JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(process.argv[2] ?? 9000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
})
