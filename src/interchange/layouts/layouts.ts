import { argoverse2Layout } from './argoverse2/argoverse2.ts'
import { clouds } from './clouds/clouds.ts'
import { imageSequence } from './imageSequence/imageSequence.ts'
import { images } from './images/images.ts'
import { kittiObjectLayout } from './kittiObject/kittiObject.ts'
import { kittiRaw } from './kittiRaw/kittiRaw.ts'
import { kittiTrackingLayout } from './kittiTracking/kittiTracking.ts'
import type { Layout } from './layout.ts'
import { MCAP } from './mcap/layout.ts'
import { nuscenesLayout } from './nuscenes/nuscenes.ts'
import { pandasetLayout } from './pandaset/pandaset.ts'
import { ROSBAG1 } from './rosbag1/layout.ts'
import { ROSBAG2 } from './rosbag2/layout.ts'
import { semanticKittiLayout } from './semanticKitti/semanticKitti.ts'
import { sensorFolder } from './sensorFolder/sensorFolder.ts'
import { video } from './video/video.ts'

/** Finds the layout by the content of the source. */
export const AUTO = 'auto'

/** All layouts, the more specific before the more general: the first that finds itself in a source is taken. */
export const LAYOUTS: readonly Layout[] = [
  ROSBAG2,
  MCAP,
  ROSBAG1,
  kittiRaw,
  nuscenesLayout,
  kittiObjectLayout,
  kittiTrackingLayout,
  semanticKittiLayout,
  argoverse2Layout,
  pandasetLayout,
  sensorFolder,
  video,
  imageSequence,
  clouds,
  images,
]
