import { parse } from 'yaml'
import type { Source, SourceFile } from '../layout.ts'
import { type Fields, fieldsOf, memberText } from '../logs/fieldsOf.ts'

const METADATA = 'metadata.yaml'
const MAX_METADATA_BYTES = 4 * 1024 * 1024

/** A folder of a ROS 2 bag, or one of its files without a folder. */
export interface BagFolder {
  /** As people see it: of metadata.yaml, or of the file. */
  path: string
  /** The name of the recording. */
  name: string
  /** In the order in which they were recorded. */
  files: SourceFile[]
  /** Files that metadata.yaml names, and that are not there. */
  missing: string[]
  topicCount: number | null
  /** Whether each message is packed by zstd. */
  hasPackedMessages: boolean
}

const isStored = ({ path }: SourceFile): boolean => /\.(db3|mcap)(\.zstd|\.zst)?$/i.test(path)
const isDatabase = ({ path }: SourceFile): boolean => /\.db3(\.zstd|\.zst)?$/i.test(path)

export const isBagMetadata = ({ path }: SourceFile): boolean => path === METADATA || path.endsWith(`/${METADATA}`)

/** The bags of a source; files of SQLite without metadata.yaml are bags of one file. */
export async function bagFolders(source: Source): Promise<BagFolder[]> {
  const bags: BagFolder[] = []
  for (const file of source.files.filter(isBagMetadata)) {
    const bag = await described(file, source)
    if (bag) bags.push(bag)
  }
  const used = new Set(bags.flatMap(({ files }) => files))
  for (const file of source.files.filter((one) => isDatabase(one) && !used.has(one))) {
    const name = file.path.replace(/\.db3(\.zstd|\.zst)?$/i, '')
    bags.push({ path: file.path, name, files: [file], missing: [], topicCount: null, hasPackedMessages: false })
  }
  return bags
}

/** null where the file describes something else, or cannot be read. */
async function described(file: SourceFile, source: Source): Promise<BagFolder | null> {
  const folder = file.path.slice(0, -METADATA.length)
  const about = await readMetadata(file)
  if (!about) return null
  const paths = listOf(about.relative_file_paths).map(memberText)
  const files: SourceFile[] = []
  const missing: string[] = []
  for (const path of paths) {
    // Older versions name files with their folder.
    const name = path.slice(path.lastIndexOf('/') + 1)
    const found = source.files.find((one) => one.path === folder + path || one.path === folder + name)
    if (!found) missing.push(path.slice(0, 256))
    else if (!files.includes(found)) files.push(found)
  }
  if (paths.length === 0) files.push(...source.files.filter((one) => isStored(one) && folderOf(one) === folder))
  if (files.length === 0) return null
  return {
    path: file.path,
    name: folder.slice(0, -1) || source.name,
    files,
    missing,
    topicCount: listOf(about.topics_with_message_count).length,
    hasPackedMessages: memberText(about.compression_mode).toLowerCase() === 'message',
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const folderOf = ({ path }: SourceFile): string => path.slice(0, path.lastIndexOf('/') + 1)

async function readMetadata(file: SourceFile): Promise<Fields | null> {
  const bytes = await file.read(0, MAX_METADATA_BYTES)
  try {
    const document: unknown = parse(new TextDecoder().decode(bytes), { maxAliasCount: 100, logLevel: 'silent' })
    const about = fieldsOf(document).rosbag2_bagfile_information
    return about === undefined ? null : fieldsOf(about)
  } catch {
    return null
  }
}
