import { argoverse2 } from './argoverse2/manifest.ts'
import { coco } from './coco/manifest.ts'
import { cocoPanoptic } from './cocoPanoptic/manifest.ts'
import { cocoVideo } from './cocoVideo/manifest.ts'
import { withCandidates } from './core/candidateFolders.ts'
import type { Format } from './core/format.ts'
import { cvatImages, cvatVideo } from './cvat/manifest.ts'
import { datumaro } from './datumaro/manifest.ts'
import { fiducial } from './fiducial/manifest.ts'
import { imageFolder } from './imagefolder/manifest.ts'
import { jsonl } from './jsonl/manifest.ts'
import { kittiObject, kittiTracking } from './kitti/manifest.ts'
import { labelStudio } from './labelStudio/manifest.ts'
import { las } from './las/manifest.ts'
import { masks } from './masks/manifest.ts'
import { mcap } from './mcap/manifest.ts'
import { mot } from './mot/manifest.ts'
import { nuscenes } from './nuscenes/manifest.ts'
import { nuscenesLidarseg } from './nuscenesPoints/lidarseg.ts'
import { nuscenesPanoptic } from './nuscenesPoints/panoptic.ts'
import { openlabel } from './openlabel/manifest.ts'
import { parquet } from './parquet/manifest.ts'
import { pcd } from './pcd/manifest.ts'
import { semanticKitti } from './semantickitti/manifest.ts'
import { superviselyPointcloud } from './supervisely/manifest.ts'
import { voc } from './voc/manifest.ts'

import { yoloDetect, yoloObb, yoloPose, yoloSegment } from './yolo/manifest.ts'

/** Every format, in the order in which they are shown. A new one is a folder and a line here. */
export const FORMATS: readonly Format[] = (
  [
    coco,
    cocoPanoptic,
    yoloDetect,
    yoloSegment,
    yoloObb,
    yoloPose,
    voc,
    cvatImages,
    labelStudio,
    datumaro,
    masks,
    imageFolder,
    mot,
    cocoVideo,
    cvatVideo,
    kittiObject,
    kittiTracking,
    nuscenes,
    argoverse2,
    openlabel,
    mcap,
    superviselyPointcloud,
    semanticKitti,
    nuscenesLidarseg,
    nuscenesPanoptic,
    pcd,
    las,
    fiducial,
    jsonl,
    parquet,
  ] as const
).map(withCandidates)

export const formatByName = (name: string): Format | undefined => FORMATS.find(({ format }) => format === name)
