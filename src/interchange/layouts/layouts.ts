import { clouds } from './clouds/clouds.ts'
import { imageSequence } from './imageSequence/imageSequence.ts'
import { images } from './images/images.ts'
import { kittiRaw } from './kittiRaw/kittiRaw.ts'
import type { Layout } from './layout.ts'
import { MCAP } from './mcap/layout.ts'
import { nuscenesLayout } from './nuscenes/nuscenes.ts'
import { ROSBAG1 } from './rosbag1/layout.ts'
import { ROSBAG2 } from './rosbag2/layout.ts'
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
  sensorFolder,
  video,
  imageSequence,
  clouds,
  images,
]
