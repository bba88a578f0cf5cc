import { identityPose } from '../../../geometry/pose.ts'
import { typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { fileStem, folderOf, isLeftBehind, isPicture } from '../fileNames.ts'
import { type Layout, type PlannedSequence, type Source, SourceError, type SourceFile } from '../layout.ts'
import { namedTimeNs } from '../namedTime.ts'

const CAMERA = 'camera'

interface Numbered {
  path: string
  files: SourceFile[]
}

/** Folders of numbered pictures; each is a video. */
export const imageSequence: Layout = {
  name: 'image_sequence',
  annotationTypes: typesWithResult('video'),
  async detect(source) {
    const sequences = numberedPictures(source)
    if (sequences.length === 0) return null
    const [{ path, files }] = sequences
    const others = sequences.length === 1 ? '' : `, and ${sequences.length - 1} more sequences`
    return `${path} has ${files.length} numbered pictures${others}`
  },
  async *scan(source, { skip, signal, progress }) {
    const sequences = numberedPictures(source)
    if (sequences.length === 0) throw new SourceError('NOT_THIS_FORMAT', 'the source has no numbered pictures')
    const used = new Set(sequences.flatMap(({ files }) => files))
    for (const file of source.files)
      if (!used.has(file) && !isLeftBehind(file)) skip(file.path, isPicture(file) ? 'NOT_NUMBERED' : 'NOT_A_PICTURE')
    let done = 0
    for (const sequence of sequences) {
      signal.throwIfAborted()
      yield videoOf(sequence)
      done += sequence.files.length
      progress(done, 0)
    }
  },
}

/** Pictures of a folder whose names differ by their last number alone, two or more, in the order of the number. */
function numberedPictures({ name, files }: Source): Numbered[] {
  const groups = new Map<string, Map<string, SourceFile[]>>()
  for (const file of files) {
    if (!isPicture(file) || isLeftBehind(file)) continue
    const stem = fileStem(file.path)
    const prefix = /^(.*?)[\d.]*\d$/.exec(stem)?.[1]
    if (prefix === undefined) continue
    const folder = folderOf(file.path)
    const ofFolder = groups.get(folder) ?? new Map<string, SourceFile[]>()
    groups.set(folder, ofFolder)
    const group = ofFolder.get(prefix) ?? []
    ofFolder.set(prefix, group)
    group.push(file)
  }
  return [...groups].flatMap(([folder, ofFolder]) => {
    const sequences = [...ofFolder].filter(([, group]) => group.length > 1)
    return sequences.map(([prefix, group]): Numbered => {
      const own = sequences.length === 1 ? '' : prefix.replace(/[-_. ]+$/, '')
      const path = [folder, own].filter((part) => part !== '').join('/') || fileStem(name)
      return { path, files: group }
    })
  })
}

function videoOf({ path, files }: Numbered): PlannedSequence {
  return {
    path,
    isSingle: false,
    sensors: [{ id: CAMERA, modality: 'camera', source: path, intrinsics: null, pointLayout: null, maxOffsetMs: null }],
    frames: files.map((file) => ({
      frameId: fileStem(file.path),
      timestampNs: namedTimeNs(fileStem(file.path)),
      worldFromEgo: null,
      files: [{ sensorId: CAMERA, file: { kind: 'source', file }, commonFromSensor: identityPose }],
    })),
    pointCloudFrame: 'sensor',
  }
}
