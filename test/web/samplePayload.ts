import sharp from 'sharp'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { toPlainDocument } from '../../src/formats/document/documentFile.ts'
import type { ImageFrame } from '../../src/formats/workbench/job.ts'
import { type AnnotatedDocument, emptyDocument, type Track } from '../../src/model/document/document.ts'
import type { FlatShape } from '../../src/model/document/shape.ts'
import type { Tag, TagClass } from '../../src/model/tag.ts'

export const CAR = 'c0000000-0000-4000-8000-000000000001'
export const ROAD = 'c0000000-0000-4000-8000-000000000002'
export const PERSON = 'c0000000-0000-4000-8000-000000000003'

const tagClass = (classId: string, name: string, color: string): TagClass => ({
  classId,
  name,
  color,
  instantiable: true,
  geometries: null,
  defaultSize: null,
  attributes: [],
  archived: false,
})

const tagOf = (operation: 'image2d' | 'video2d'): Tag => ({
  name: 'sample',
  annotationType: operation,
  classes: [
    tagClass(CAR, 'car', 'rgb(255, 107, 107)'),
    tagClass(ROAD, 'road', 'rgb(81, 207, 102)'),
    tagClass(PERSON, 'person', 'rgb(92, 124, 250)'),
  ],
  attributes: [],
  review: null,
  instructions: null,
})

export function trackOf(id: string, classId: string, keys: readonly (readonly [number, FlatShape])[]): Track {
  const given = { id: null, keyFrame: true, source: 'manual', hidden: false, linked: false } as const
  const path = {
    keys: keys.map(([frame, shape]) => ({ kind: 'shape' as const, frame, shape, ...given })),
    attributes: new Map(),
    follows: false,
  }
  return {
    id,
    entryId: null,
    classId,
    stationary: false,
    attributes: new Map(),
    cuboid: null,
    views: new Map([['', path]]),
  }
}

export interface Sample {
  payload: JobPayloadAnswer
  files: Map<string, { body: Uint8Array; type: string }>
}

/** A street of noise and stripes, so that pixels and places can be distinguished. Frames differ in their hue. */
export async function sampleJob(
  operation: 'image2d' | 'video2d',
  size: { widthPx: number; heightPx: number },
  frameCount: number,
  tracks: readonly Track[] = [],
): Promise<Sample> {
  const files = new Map<string, { body: Uint8Array; type: string }>()
  const frames: ImageFrame[] = []
  for (let i = 0; i < frameCount; i++) {
    const body = await picture(size, i)
    const file = `frame-${i}`
    files.set(file, { body, type: 'image/jpeg' })
    const image = { file, mediaType: 'image/jpeg', bytes: body.length, ...size, pyramid: null }
    frames.push({ frameId: `f${i}`, timestampNs: null, image })
  }
  const empty = emptyDocument(operation, frameCount)
  const document: AnnotatedDocument = { ...empty, tracks: new Map(tracks.map((track) => [track.id, track])) }
  return { payload: payloadOf(operation, frames, document), files }
}

function payloadOf(
  operation: 'image2d' | 'video2d',
  frames: ImageFrame[],
  document: AnnotatedDocument,
): JobPayloadAnswer {
  return {
    job: {
      jobId: 'j1',
      projectId: 'p1',
      projectName: 'Sample',
      undoSeconds: 0,
      batchId: 'b1',
      referenceId: 'sample-1',
      operation,
      stage: 'in_progress',
      priorityWeight: 1,
      createdAt: '2026-01-01T00:00:00Z',
      resultVersion: null,
      warnings: [],
      rejected: false,
      reopening: null,
    },
    tag: tagOf(operation),
    content: { kind: operation === 'image2d' ? 'image' : 'video', frames },
    document: toPlainDocument(document),
    version: 1,
    labelsUrl: null,
    pointCount: null,
    access: 'annotate',
    lease: null,
    reviews: [],
    instructions: { version: 1, readVersion: 1 },
    activeSeconds: { annotate: 0, review: 0 },
    annotatedBy: [],
    files: { base: '/files/', query: '' },
  }
}

async function picture({ widthPx, heightPx }: { widthPx: number; heightPx: number }, frame: number): Promise<Buffer> {
  const stripes = Array.from(
    { length: 12 },
    (_, i) =>
      `<rect x="${((i * 160 + frame * 12) % 1920) / 19.2}%" y="${30 + (i % 4) * 12}%" width="5%" height="9%" fill="hsl(${i * 30} 60% 55%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${(frame * 7) % 360} 40% 45%)"/><stop offset="1" stop-color="#343a40"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${stripes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
