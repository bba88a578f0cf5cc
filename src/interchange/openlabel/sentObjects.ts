import type { ImportTarget, TargetFrame } from '../core/reader.ts'
import { TargetFrames } from '../core/targetFrames.ts'
import type { SentObjectData, SentOpenLabel } from './document.ts'
import { cameraObjectUid, objectUid } from './uid.ts'

/** An object in one frame. */
export interface SentInFrame {
  uid: string
  trackId: string
  /** The data set's name of its class. */
  type: string
  /** Values of the object itself. */
  ofObject: SentObjectData
  data: SentObjectData
  /** The index of the frame in the document. */
  index: number
  frame: TargetFrame | null
  /** Its path in the document. */
  field: string
}

type Objects = NonNullable<SentOpenLabel['objects']>
type Frame = NonNullable<SentOpenLabel['frames']>[string]

/** Frames in their order, with the frames of the job that they are about. */
export function sentFrames({ frames = {} }: SentOpenLabel, target: ImportTarget) {
  const known = new TargetFrames(target)
  const ordered = Object.entries(frames).sort(([a], [b]) => Number(a) - Number(b))
  return ordered.map(([key, content], index) => ({ key, content, index, frame: frameOf(content, known, index) }))
}

function frameOf({ frame_properties: properties }: Frame, known: TargetFrames, index: number): TargetFrame | null {
  const id = properties?.frame_id
  if (id !== undefined) return known.byId(id)
  const uris = Object.values(properties?.streams ?? {}).flatMap(({ uri }) => uri ?? [])
  return uris.map((uri) => known.byFile(uri)).find((frame) => frame !== null) ?? known.at(index)
}

/** The objects of every frame; those without frames are in the first one. */
export function* sentObjects(
  document: SentOpenLabel,
  target: ImportTarget,
  referenceId: string | null,
): Generator<SentInFrame> {
  const { objects = {} } = document
  const frames = sentFrames(document, target)
  for (const { key, content, index, frame } of frames) {
    for (const [uid, { object_data: data = {} }] of Object.entries(content.objects ?? {})) {
      const object = Object.hasOwn(objects, uid) ? objects[uid] : null
      if (!object) continue
      const field = `frames.${key}.objects.${uid}`
      yield { ...about(uid, object, referenceId), data, index, frame, field }
    }
  }
  if (frames.length > 0) return
  for (const [uid, object] of Object.entries(objects)) {
    const { object_data: data = {} } = object
    yield {
      ...about(uid, object, referenceId),
      data,
      index: 0,
      frame: target.frames[0] ?? null,
      field: `objects.${uid}`,
    }
  }
}

/** The track of an object; of one that the document does not have, its key. */
export const trackIdOf = ({ objects = {} }: SentOpenLabel, referenceId: string | null, uid: string): string =>
  Object.hasOwn(objects, uid) ? about(uid, objects[uid], referenceId).trackId : uid

/** Ours are named by their track; of others only the key is unique. */
function about(uid: string, { name, type, object_data: ofObject = {} }: Objects[string], referenceId: string | null) {
  const isOwn =
    referenceId !== null && (uid === objectUid(referenceId, name) || uid === cameraObjectUid(referenceId, name))
  return { uid, trackId: isOwn ? name : uid, type, ofObject }
}
