import type { Layout } from '../layout.ts'
import { isRosbag1, ROSBAG1_START_BYTES, Rosbag1Log } from '../logs/rosbag1Log.ts'
import { detectLogs, LOG_TYPES, type LogForm, scanLogs } from '../logs/separateLogs.ts'

const BAG: LogForm = {
  title: 'a ROS 1 bag',
  isNamed: ({ path }) => /\.bag(\.active)?$/i.test(path),
  startBytes: ROSBAG1_START_BYTES,
  isStart: isRosbag1,
  open: (file) => new Rosbag1Log(file),
}

/** Bags of ROS 1; each file is a recording. */
export const ROSBAG1: Layout = {
  name: 'rosbag1',
  annotationTypes: LOG_TYPES,
  detect: (source) => detectLogs(source, BAG),
  scan: (source, request) => scanLogs(source, BAG, request),
}
