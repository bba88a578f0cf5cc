import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { FLAT_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Format, Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { plainNumber } from '../core/plainNumber.ts'
import { imageRecords, type ResultShape } from '../records/flatRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { AREA_KINDS, BOX_FORMAT_LOSSES, droppedLosses, flatKindsExcept, lossesAs } from '../shapes/shapeLosses.ts'
import { dataYaml } from './dataYaml.ts'
import { detectLine, obbLine, segmentLine, type YoloLine } from './line.ts'
import { writeYoloPose } from './poseWriter.ts'
import { yoloReader } from './reader.ts'
import { readDetectLine, readObbLine, readPoseLine, readSegmentLine } from './readLine.ts'

const shared = {
  annotationTypes: typesWithResult('image'),
  version: '1',
  options: Type.Object({}, { additionalProperties: false }),
  files: 'optional',
  firstClassNumber: 0,
  tree: ['labels/SPLIT/NAME.txt', 'images/SPLIT/NAME.jpg', 'data.yaml'],
} as const satisfies Partial<Format>

/** https://docs.ultralytics.com/datasets/detect/ */
export const yoloDetect: Format = {
  ...shared,
  format: 'yolo_detect',
  title: 'YOLO detection',
  description: 'Upright boxes. Other areas become their bounding box; attributes are left out.',
  specUrl: 'https://docs.ultralytics.com/datasets/detect/',
  losses: ['attribute_dropped', ...BOX_FORMAT_LOSSES],
  write: yoloWriter(detectLine),
  read: yoloReader('detect', readDetectLine),
}

/** https://docs.ultralytics.com/datasets/segment/ */
export const yoloSegment: Format = {
  ...shared,
  format: 'yolo_segment',
  title: 'YOLO segmentation',
  description: 'One outline an object: boxes and masks become polygons, holes are joined to the outline.',
  specUrl: 'https://docs.ultralytics.com/datasets/segment/',
  losses: ['attribute_dropped', ...lossesAs('polygon', AREA_KINDS), ...droppedLosses(FLAT_GEOMETRY_KINDS)],
  write: yoloWriter(segmentLine),
  read: yoloReader('segment', readSegmentLine),
}

/** https://docs.ultralytics.com/datasets/obb/ */
export const yoloObb: Format = {
  ...shared,
  format: 'yolo_obb',
  title: 'YOLO oriented boxes',
  description: 'Upright and rotated boxes by their four corners, inside the image.',
  specUrl: 'https://docs.ultralytics.com/datasets/obb/',
  losses: ['attribute_dropped', 'outside_dropped', ...droppedLosses(flatKindsExcept('rectangle', 'rotated_rectangle'))],
  write: yoloWriter(obbLine),
  read: yoloReader('obb', readObbLine),
}

/** https://docs.ultralytics.com/datasets/pose/ */
export const yoloPose: Format = {
  ...shared,
  format: 'yolo_pose',
  title: 'YOLO pose',
  description: 'Key points with the box around them, in one order for all classes. Other shapes are left out.',
  specUrl: 'https://docs.ultralytics.com/datasets/pose/',
  options: Type.Object(
    {
      flip_idx: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'for each key point the place of the one that it becomes in a mirrored image',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  losses: ['attribute_dropped', 'keypoint_dropped', ...droppedLosses(flatKindsExcept('landmark'))],
  write: writeYoloPose,
  read: yoloReader('pose', readPoseLine),
}

/** Writes a data set of Ultralytics' layout: a text file an image, a line an object. */
function yoloWriter(lineOf: (record: ResultShape, size: PixelSize) => YoloLine): Writer {
  return async (set, archive, losses) => {
    for await (const job of set.jobs()) {
      const [frame] = job.frames
      const [file] = frame.files
      const lines = [...linesOf(job, losses, lineOf, (label) => set.classes.of(label).index)]
      await archive.add(`labels/${job.split}/${job.name}.txt`, lines.join(''), { job, frame })
      if (!set.includeFiles) continue
      await copyFile(archive, losses, `images/${job.split}/${job.name}.${imageEnding(file)}`, { job, frame, file })
    }
    await archive.add('data.yaml', dataYaml(set))
  }
}

function* linesOf(
  job: ExportJob,
  losses: Losses,
  lineOf: (record: ResultShape, size: PixelSize) => YoloLine,
  indexOf: (label: string) => number,
): Generator<string> {
  if (!isResultOf(job.document, 'image')) return
  const { image } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  const later: string[] = []
  for (const record of imageRecords(job.document)) {
    const { numbers, loss, comesLater } = lineOf(record, size)
    if (loss) losses.add(loss, job)
    losses.add('attribute_dropped', job, { count: valueCount(record.attributes) })
    if (!numbers) continue
    const line = `${indexOf(record.label)} ${numbers.map(plainNumber).join(' ')}\n`
    if (comesLater) later.push(line)
    else yield line
  }
  yield* later
}
