import { identityPose } from '../../../geometry/pose.ts'
import { typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { fileStem, isLeftBehind, isPicture } from '../fileNames.ts'
import { type Layout, type PlannedSequence, SourceError, type SourceFile } from '../layout.ts'

const PICTURE = 'picture'

/** Pictures in any folders; each becomes a job. */
export const images: Layout = {
  name: 'images',
  annotationTypes: typesWithResult('image'),
  async detect({ files }) {
    const pictures = files.filter(isPicture).length
    if (pictures === 0) return null
    return `${pictures} of ${files.length} files are pictures by their names`
  },
  async *scan({ files }, { skip, signal, progress }) {
    let found = 0
    for (const [index, file] of files.entries()) {
      signal.throwIfAborted()
      if (isPicture(file)) {
        found++
        yield pictureOf(file)
      } else if (!isLeftBehind(file)) skip(file.path, 'NOT_A_PICTURE')
      progress(index + 1, 0)
    }
    if (found === 0) throw new SourceError('NOT_THIS_FORMAT', 'none of the files is a picture')
  },
}

const pictureOf = (file: SourceFile): PlannedSequence => ({
  path: file.path,
  isSingle: true,
  sensors: [{ id: PICTURE, modality: 'camera', source: '', intrinsics: null, pointLayout: null, maxOffsetMs: null }],
  frames: [
    {
      frameId: fileStem(file.path),
      timestampNs: null,
      worldFromEgo: null,
      files: [{ sensorId: PICTURE, file: { kind: 'source', file }, commonFromSensor: identityPose }],
    },
  ],
  pointCloudFrame: 'sensor',
})
