import { unreadMembers } from '../core/importedAttributes.ts'
import type { ReadRequest } from '../core/reader.ts'
import type { SentObjectData, SentOpenLabel } from './document.ts'
import { sentGeometries } from './readShape.ts'

/** Members of a document that are read, or that are unrelated to labels. */
const READ = new Set([
  ...['metadata', 'ontologies', 'resources', 'frame_intervals'],
  ...['coordinate_systems', 'streams', 'contexts', 'objects', 'relations', 'frames'],
])
const READ_OF_FRAME = new Set(['frame_properties', 'contexts', 'objects'])
const VALUES = ['boolean', 'num', 'text', 'vec']
const READ_OF_OBJECT_DATA = new Set([
  ...VALUES,
  ...['cuboid', 'bbox', 'rbbox', 'binary', 'poly2d', 'point2d', 'poly3d', 'point3d'],
])
/** Geometries of an object in a frame, the first of which it is read from in a video. */
const FLAT = ['bbox', 'rbbox', 'poly2d', 'point2d', 'binary'] as const
const NOT_FLAT = ['cuboid', 'poly3d', 'point3d'] as const
/** Kinds of geometry for jobs with sensors. */
const NOT_IN_SPACE = ['rbbox', 'poly2d', 'point2d', 'binary'] as const

type Fail = (field: string, lost: string) => void

/** Reports actions, events and tags, data that is not a shape, and objects without a frame. */
export function reportLeftOutOf(file: string, openlabel: SentOpenLabel, { fail }: ReadRequest, isVideo: boolean): void {
  const more: Fail = (field, lost) => fail({ file, field, type: 'NOT_ALLOWED', lost })
  for (const [name] of unreadMembers(openlabel, READ)) more(name, name)
  const frames = Object.entries(openlabel.frames ?? {})
  const placed = new Set<string>()
  for (const [key, frame] of frames) {
    for (const [name] of unreadMembers(frame, READ_OF_FRAME)) more(`frames.${key}.${name}`, name)
    for (const [uid, { object_data: data = {} }] of Object.entries(frame.objects ?? {})) {
      placed.add(uid)
      reportGeometries(`frames.${key}.objects.${uid}`, data, isVideo, more)
    }
  }
  for (const [uid, { object_data: data = {} }] of Object.entries(openlabel.objects ?? {})) {
    const field = `objects.${uid}`
    if (frames.length === 0) reportGeometries(field, data, isVideo, more)
    else if (!placed.has(uid)) more(field, 'object in no frame')
    else for (const [name] of unreadMembers(data, new Set(VALUES))) more(`${field}.${name}`, name)
  }
}

function reportGeometries(field: string, data: SentObjectData, isVideo: boolean, more: Fail): void {
  for (const [name] of unreadMembers(data, READ_OF_OBJECT_DATA)) more(`${field}.${name}`, name)
  for (const kind of isVideo ? NOT_FLAT : NOT_IN_SPACE) if (data[kind]?.length) more(`${field}.${kind}`, kind)
  if (!isVideo) return
  const used = FLAT.find((kind) => data[kind]?.length)
  for (const kind of FLAT) {
    const count = data[kind]?.length ?? 0
    // A polygon with several rings, and all points of one object, are one shape; a mask may come with its outline.
    const isWhole = kind === used && (count < 2 || kind === 'poly2d' || kind === 'point2d' || kind === 'binary')
    if (count > 0 && !isWhole) more(`${field}.${kind}`, kind)
  }
  const [first, ...others] = [...sentGeometries(data)].map((one) => JSON.stringify(one))
  if (others.some((one) => one !== first)) more(`${field}.attributes`, 'attributes of further geometries')
}
