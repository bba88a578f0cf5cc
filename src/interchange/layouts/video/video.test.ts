import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { FFMPEG } from '../../../../test/interchange/ffmpeg.ts'
import { memorySource, planned } from '../../../../test/interchange/layouts.ts'
import { type PlannedFrame, SourceError } from '../layout.ts'
import { video } from './video.ts'

const skip = FFMPEG === null && 'ffmpeg is missing'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiducial-video-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** A video of squares whose grey tells the number of the frame. */
function videoOf(name: string, more: readonly string[], filter = 'geq=lum=N*20:cb=128:cr=128'): Buffer {
  const path = join(folder, name)
  const source = ['-f', 'lavfi', '-i', `color=black:size=64x48:rate=10:duration=1,${filter}`]
  execFileSync(FFMPEG ?? '', ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', ...more, '-y', path])
  return readFileSync(path)
}

async function read(name: string, content: Buffer, options = {}, ffmpeg = FFMPEG) {
  const path = join(folder, `read-${name}`)
  writeFileSync(path, content)
  return planned(video, memorySource({ [name]: content }), 'video2d', options, { localPath: async () => path, ffmpeg })
}

async function pictureOf({ files: [{ file }] }: PlannedFrame): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  if (file.kind === 'made') for await (const piece of file.make()) pieces.push(piece)
  return Buffer.concat(pieces)
}

const greyOf = async (picture: Buffer): Promise<number> => {
  const [channel] = (await sharp(picture).stats()).channels
  return Math.round(channel.mean)
}

for (const [name, encoding] of [
  ['a.mp4', ['-c:v', 'libx264', '-bf', '2']],
  ['a.mov', ['-c:v', 'mpeg4']],
  ['a.mkv', ['-c:v', 'libx264']],
  ['a.avi', ['-c:v', 'mpeg4']],
  ['a.webm', ['-c:v', 'libvpx']],
] as const)
  test(`video: ${name} has its frames in the order of time, also taken backwards`, { skip }, async () => {
    const { sequences, failures, error } = await read(name, videoOf(name, encoding))
    assert.deepEqual([failures, error], [[], null])
    const [{ path, frames }] = sequences
    assert.deepEqual([path, frames.length], [name, 10])
    assert.deepEqual(
      frames.map(({ timestampNs }) => Number(timestampNs) / 1e6),
      Array.from({ length: 10 }, (_, i) => i * 100),
    )
    const greys: number[] = []
    for (const index of [0, 1, 2, 9, 3]) greys.push(await greyOf(await pictureOf(frames[index])))
    const expected = [0, 1, 2, 9, 3].map((index) => Math.max(0, ((index * 20 - 16) * 255) / 219))
    for (const [i, grey] of greys.entries())
      assert.ok(Math.abs(grey - expected[i]) < 12, `${greys} instead of ${expected}`)
  })

test('video: a rate takes the frames that show at its steps', { skip }, async () => {
  const { sequences } = await read('b.mp4', videoOf('b.mp4', ['-c:v', 'libx264']), { fps: 3 })
  assert.deepEqual(
    sequences[0].frames.map(({ timestampNs }) => Number(timestampNs) / 1e6),
    [0, 400, 700],
  )
})

test('video: a variable rate keeps the time of each frame', { skip }, async () => {
  const content = videoOf('c.mkv', ['-c:v', 'libx264', '-fps_mode', 'vfr'], "select='not(eq(n,3)+eq(n,4))'")
  const { sequences } = await read('c.mkv', content)
  assert.deepEqual(
    sequences[0].frames.map(({ timestampNs }) => Number(timestampNs) / 1e6),
    [0, 100, 200, 500, 600, 700, 800, 900],
  )
})

test('video: a rotated video gives upright pictures', { skip }, async () => {
  videoOf('d.mp4', ['-c:v', 'libx264'])
  const path = join(folder, 'rotated.mp4')
  execFileSync(FFMPEG ?? '', [
    '-v',
    'error',
    '-display_rotation',
    '90',
    '-i',
    join(folder, 'd.mp4'),
    '-c',
    'copy',
    '-y',
    path,
  ])
  const { sequences } = await read('d.mp4', readFileSync(path))
  const { width, height } = await sharp(await pictureOf(sequences[0].frames[0])).metadata()
  assert.deepEqual([width, height], [48, 64])
})

test('video: without the program the ingest says how to get it', async () => {
  for (const ffmpeg of [null, join(folder, 'none')]) {
    const { error } = await read('e.mp4', Buffer.from('anything'), {}, ffmpeg)
    assert.ok(error instanceof SourceError && error.code === 'VIDEO_DECODER_MISSING')
    assert.match(error.message, /apt-get install ffmpeg.*FFMPEG/)
  }
})

test('video: a file cut at any place, a playlist or text is a failure with its file, and opens nothing else', {
  skip,
}, async () => {
  const whole = videoOf('f.mp4', ['-c:v', 'libx264'])
  const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
  const bad: Buffer[] = [Buffer.alloc(0), Buffer.from('text'), playlist]
  for (let bytes = 100; bytes < whole.length; bytes += 1000) bad.push(whole.subarray(0, bytes))
  for (const content of bad) {
    const { failures, error, sequences } = await read('f.mp4', content)
    assert.equal(sequences.length, 0)
    assert.deepEqual([failures[0]?.file, failures[0]?.type], ['f.mp4', 'VIDEO_DECODE_FAILED'])
    assert.ok(error instanceof SourceError && error.code === 'NOT_THIS_FORMAT')
    assert.ok(!JSON.stringify(failures).includes('root:'))
  }
})
