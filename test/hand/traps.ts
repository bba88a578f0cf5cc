import { CUBOID_TRAPS } from './cuboids/cuboidTraps.ts'
import type { HandName } from './hands.ts'
import { POINT_TRAPS } from './points/pointTraps.ts'
import { SUBMIT_TRAPS } from './submitting/submitTraps.ts'

/** Traps that hands met in the page: put back, each has to be found. One exact text of a file becomes another. */
export interface Trap {
  trap: string
  /** Who has to find it; absent: the hand in pictures and videos. */
  hand?: HandName
  file: string
  text: string
  becomes: string
  /** What else has to change, where two places hold it off. */
  also?: readonly Pick<Trap, 'file' | 'text' | 'becomes'>[]
}

const web = (path: string) => `src/web/${path}`
const edits = (path: string) => `src/model/document/edits/${path}`

const FLAT: readonly Trap[] = [
  {
    trap: 'undo in a shape takes back the last finished object',
    file: web('document/session.ts'),
    text: 'if (!this.inWork.undo()) this.#replay(',
    becomes: 'this.#replay(',
  },
  {
    trap: 'redo does not bring points back',
    file: web('document/session.ts'),
    text: 'if (!this.inWork.redo()) this.#replay(',
    becomes: 'this.#replay(',
  },
  {
    trap: 'another tool drops the shape in work',
    file: web('tools/machine/drawingHistory.ts'),
    text: 'if (!kept || readOnly || this.#machine.work || !this.#machine.takeUp(kept)) return',
    becomes: 'if (stepCount >= 0) return',
  },
  {
    trap: 'a reload drops the shape in work',
    file: web('document/openSession.ts'),
    text: 'await store.readShapes(key).catch(() => [])',
    becomes: '[]',
  },
  {
    trap: 'Escape drops the shape in work for good',
    file: web('tools/machine/drawingHistory.ts'),
    text: '      this.#past.push({ before, after: null, steps: this.#session.stepCount })\n',
    becomes: '',
  },
  {
    trap: 'tracks are merged whatever they are',
    file: edits('oneObject.ts'),
    text: '  if (refusal) return refusal\n',
    becomes: '',
  },
  {
    trap: 'a corner that is added stops the movement of a polygon',
    file: 'src/model/shapes/polygon.ts',
    text: 'a.length === b.length ? [a, b] : pairedRings(a, b, linearPoint)',
    becomes: 'a.length === b.length ? [a, b] : [a, a]',
  },
  {
    trap: 'corners of polygons stick to boxes, as soon as snapping is on',
    file: web('tools/image/snap.ts'),
    text: 'shape.type !== kind',
    becomes: "shape.type === 'mask'",
  },
  {
    trap: 'snapping is on for new people, to whatever is near',
    file: web('tools/image/snap.ts'),
    text: 'if (!editor.session.view.snap) return null\n',
    becomes: "kind = 'rectangle'\n",
  },
  {
    trap: 'an object that comes back gets another number',
    file: 'src/model/document/operations/trackOperations.ts',
    text: 'kept ?? track.number ?? nextNumber(',
    becomes: 'kept ?? nextNumber(',
  },
  {
    trap: 'after a reload numbers are given again',
    file: 'src/formats/document/documentFile.ts',
    text: 'file.numbers === undefined ? numbered(document) : document',
    becomes: 'numbered({ ...document, numbers: new Map() })',
  },
  {
    trap: 'a copy keeps the number of what it was split from',
    file: web('document/newNumbers.ts'),
    text: '!tracks.has(operation.track.id)',
    becomes: 'tracks.size < 0',
  },
  {
    trap: 'a click makes an object',
    file: web('tools/image/box/drawing.ts'),
    text: 'pointerUp: (editor) => (pulled ? finish(editor) : clickedWith(editor, from)),',
    becomes: 'pointerUp(editor) { if (!pulled) to = { x: from.at.x + 20, y: from.at.y + 20 }; return finish(editor) },',
  },
  {
    trap: 'a click with a tool for drawing does not select what is there',
    file: web('tools/image/box/drawing.ts'),
    text: 'else session.select([found.trackId])',
    becomes: '',
  },
  {
    trap: 'a click on nothing does nothing, without a word',
    file: web('tools/image/box/drawing.ts'),
    text: "if (!found) session.notices.refuse(msg('draw.byDrag'))",
    becomes: 'if (!found) session.select([])',
  },
  {
    trap: 'after a split the half that is not on the screen stays selected',
    file: web('timeline/videoCommands.ts'),
    text: 'session.select(laterIds)',
    becomes: 'session.select(selected().map(({ id }) => id))',
  },
  {
    trap: 'a class that is changed and changed back costs the attributes',
    file: web('document/giveClass.ts'),
    text: 'if (isChanged) for (const track of changing) remember(session, track)',
    becomes: '',
  },
  {
    trap: 'a key that cannot do what it says does nothing, without a word',
    file: web('timeline/videoCommands.ts'),
    text: "if (changes.length === 0) session.notices.refuse(msg('timeline.nothingChanged'))\n    if",
    becomes: 'if',
  },
  {
    trap: 'propagating once more makes a keyframe one frame earlier',
    file: edits('propagate.ts'),
    text: '  if (isThere(track, frame, to, shown)) return null\n',
    becomes: '',
  },
  {
    trap: 'areas of two classes are joined',
    file: web('tools/image/areaEdits.ts'),
    text: 'if (one.classId !== other.classId) return',
    becomes: 'if (one.classId === "") return',
  },
  {
    trap: 'what is undone is not sent',
    file: web('document/session.ts'),
    text: '    this.#autosave.add(step.edits)\n',
    becomes: '',
  },
  {
    trap: 'work that was not sent yet is lost with the page',
    file: web('document/openSession.ts'),
    text: 'await store.read(key).catch(() => NO_WORK)',
    becomes: 'NO_WORK',
  },
  {
    trap: 'a step of undo is lost with the page',
    file: web('document/openSession.ts'),
    text: 'undo?.open(found.commands.length, takenAs === job.version ? null : job.version)',
    becomes: 'undefined',
  },
]

export const TRAPS: readonly Trap[] = [...FLAT, ...CUBOID_TRAPS, ...POINT_TRAPS, ...SUBMIT_TRAPS]
