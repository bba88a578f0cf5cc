import { type Layout, type LayoutRequest, SourceError, type SourceFile } from '../layout.ts'
import { indexLog } from '../logs/logIndex.ts'
import type { LogReader } from '../logs/logReader.ts'
import { isMcap, McapLog } from '../logs/mcapLog.ts'
import { PackedMessages } from '../logs/packedMessages.ts'
import { planLog } from '../logs/planLog.ts'
import { LOG_TYPES } from '../logs/separateLogs.ts'
import { SqliteLog } from '../logs/sqliteLog.ts'
import { localFile, unpackedFile } from '../logs/unpackedFile.ts'
import { type BagFolder, bagFolders, isBagMetadata } from './bagFolder.ts'

/** Bags of ROS 2: a folder with metadata.yaml and files of SQLite or MCAP, packed or not. */
export const ROSBAG2: Layout = {
  name: 'rosbag2',
  annotationTypes: LOG_TYPES,
  async detect(source) {
    const [bag] = await bagFolders(source)
    if (!bag) return null
    return bag.topicCount === null
      ? `${bag.path} is a file of a ROS 2 bag`
      : `${bag.path} describes a ROS 2 bag with ${bag.topicCount} topics`
  },
  async *scan(source, request) {
    const bags = await bagFolders(source)
    if (bags.length === 0)
      throw new SourceError('NOT_THIS_FORMAT', 'the source has no metadata.yaml of a ROS 2 bag and no .db3')
    const used = new Set(bags.flatMap(({ files }) => files))
    for (const file of source.files)
      if (!used.has(file) && !isBagMetadata(file)) request.skip(file.path, 'not a file of a ROS 2 bag')
    let firstFault: SourceError | null = null
    let isAnyWhole = false
    for (const bag of bags) {
      try {
        yield* planLog(bag.name, await indexLog(await readersOf(bag, request), request), request)
        isAnyWhole = true
      } catch (error) {
        if (!(error instanceof SourceError) || error.code !== 'LOG_INVALID' || bags.length === 1) throw error
        firstFault ??= error
        request.fail({ file: bag.path, type: error.code, expected: 'a ROS 2 bag', found: error.message })
      }
    }
    if (!isAnyWhole && firstFault) throw firstFault
  },
}

async function readersOf(
  { files, missing, path, hasPackedMessages }: BagFolder,
  request: LayoutRequest,
): Promise<LogReader[]> {
  if (missing.length > 0) {
    const names = missing.slice(0, 3).join(', ')
    request.warn({
      code: 'LOG_TRUNCATED',
      message: `${path} names files that are not there: ${names}; the rest is used.`,
    })
  }
  const readers: LogReader[] = []
  for (const file of files) {
    const reader = await readerOf(file, request)
    readers.push(hasPackedMessages ? new PackedMessages(reader) : reader)
  }
  return readers
}

async function readerOf(file: SourceFile, request: LayoutRequest): Promise<LogReader> {
  const isPacked = /\.zst(d)?$/i.test(file.path)
  const isDatabase = /\.db3(\.|$)/i.test(file.path)
  const path = isPacked ? await unpackedFile(file, request.workFolder, request.signal) : null
  if (isDatabase) return new SqliteLog(file.path, path ?? (await request.localPath(file)))
  const log = path === null ? file : await localFile(file.path, path)
  if (isMcap(await log.read(0, 8))) return new McapLog(log)
  throw new SourceError('LOG_INVALID', `${file.path} does not start as MCAP does`)
}
