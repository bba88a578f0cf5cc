import type { Layout } from '../layout.ts'
import { isMcap, McapLog } from '../logs/mcapLog.ts'
import { detectLogs, LOG_TYPES, type LogForm, scanLogs } from '../logs/separateLogs.ts'

const LOG: LogForm = {
  title: 'an MCAP log',
  isNamed: ({ path }) => path.toLowerCase().endsWith('.mcap'),
  startBytes: 8,
  isStart: isMcap,
  open: (file) => new McapLog(file),
}

/** Logs in MCAP; each file is a recording. */
export const MCAP: Layout = {
  name: 'mcap',
  annotationTypes: LOG_TYPES,
  detect: (source) => detectLogs(source, LOG),
  scan: (source, request) => scanLogs(source, LOG, request),
}
