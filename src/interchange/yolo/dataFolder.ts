import { baseName, isImageName, withoutEnding } from '../core/entryNames.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'
import { readYaml } from '../core/readYaml.ts'
import { stemOf } from '../core/targetFrames.ts'

export interface YoloDescription {
  /** Names by class number. */
  names: ReadonlyMap<number, string>
  /** Key points an object, and numbers of each: 2, or 3 with visibility. */
  keypointShape: readonly [count: number, dimensions: number] | null
  /** Names of key points by class number, where they have any. */
  keypointNames: ReadonlyMap<number, readonly string[]>
}

/** A text file of the archive that lists images, one a line, and the paths that it lists. */
export interface ImageList {
  file: string
  images: readonly string[]
}

/** The descriptions of an archive, which may join several data sets: each describes the files of its folder. */
export class YoloDescriptions {
  readonly #byFile: ReadonlyMap<string, YoloDescription>
  readonly lists: readonly ImageList[]

  private constructor(byFile: ReadonlyMap<string, YoloDescription>, lists: readonly ImageList[]) {
    this.#byFile = byFile
    this.lists = lists
  }

  /** Reads data.yaml, or the lists of names of older data sets. @throws ImportError NOT_THIS_FORMAT when there is neither */
  static async read(archive: SentArchive): Promise<YoloDescriptions> {
    const byFile = new Map<string, YoloDescription>()
    const listFiles = new Set(archive.names.filter((name) => SPLIT_LIST.test(baseName(name))))
    for (const name of archive.names.filter((one) => /\.ya?ml$/i.test(one))) {
      const yaml = await readYaml(archive, name)
      const names = isRecord(yaml) ? namesOf(yaml.names) : null
      if (!isRecord(yaml) || !names) continue
      byFile.set(name, {
        names,
        keypointShape: shapeOf(yaml.kpt_shape),
        keypointNames: keypointNamesOf(yaml.kpt_names),
      })
      for (const list of listsNamedBy(yaml, name)) if (archive.has(list)) listFiles.add(list)
    }
    const classLists = archive.names.filter((name) => /^(classes\.txt|.+\.names)$/i.test(baseName(name)))
    for (const list of byFile.size === 0 ? classLists : []) {
      const lines = (await archive.readText(list)).split(/\r?\n/).map((line) => line.trim())
      while (lines.at(-1) === '') lines.pop()
      byFile.set(list, { names: new Map(lines.entries()), keypointShape: null, keypointNames: new Map() })
    }
    if (byFile.size === 0)
      throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'no data.yaml names the classes of the data set')
    const lists: ImageList[] = []
    for (const file of listFiles) {
      const images = listedImages(file, await archive.readText(file))
      if (images.length > 0) lists.push({ file, images })
    }
    return new YoloDescriptions(byFile, lists)
  }

  /** The nearest description above a file, otherwise the only one. @throws ImportError if several could be meant */
  of(file: string): YoloDescription {
    const above = [...this.#byFile].filter(([name]) => file.startsWith(folderOf(name)))
    const deepest = Math.max(...above.map(([name]) => folderOf(name).length))
    const nearest = above.filter(([name]) => folderOf(name).length === deepest)
    const [[name, found], ...others] = nearest.length > 0 ? nearest : [...this.#byFile]
    const rival = others.find(([, { names }]) => JSON.stringify([...names]) !== JSON.stringify([...found.names]))
    if (rival)
      throw new ImportError(
        { file, field: 'class', type: 'DUPLICATE' },
        `${name} and ${rival[0]} name the classes of ${file} differently`,
      )
    return found
  }
}

/** Includes the trailing slash. */
const folderOf = (name: string): string => name.slice(0, name.length - baseName(name).length)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, or names by number. */
function namesOf(value: unknown): Map<number, string> | null {
  const entries = listEntries(value)
  return entries && new Map(entries.map(([index, name]) => [index, textOf(name)]))
}

/** `String` would throw for some objects: `{toString: 1}`. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function listEntries(value: unknown): [number, unknown][] | null {
  if (Array.isArray(value)) return [...value.entries()]
  if (!isRecord(value)) return null
  const entries = Object.entries(value).map(([index, one]): [number, unknown] => [Number(index), one])
  return entries.every(([index]) => Number.isSafeInteger(index)) ? entries : null
}

const keypointNamesOf = (value: unknown): Map<number, string[]> =>
  new Map(
    (listEntries(value) ?? []).flatMap(([index, list]) => (Array.isArray(list) ? [[index, list.map(textOf)]] : [])),
  )

function shapeOf(value: unknown): [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [count, dimensions] = value
  const isShape = Number.isSafeInteger(count) && count > 0 && (dimensions === 2 || dimensions === 3)
  return isShape ? [count, dimensions] : null
}

/** Lists of the images of a split in the layout of Darknet. */
const SPLIT_LIST = /^(train|val|valid|test)\.txt$/i

/** The text files that `train`, `val` and `test` of a data.yaml name, by the entry that each may be. */
function listsNamedBy(yaml: Record<string, unknown>, file: string): string[] {
  const values = [yaml.train, yaml.val, yaml.valid, yaml.test].flat().filter((value) => typeof value === 'string')
  const root = typeof yaml.path === 'string' ? [`${yaml.path}/`, ''] : ['']
  return values
    .filter((value) => /\.txt$/i.test(value))
    .flatMap((value) => root.map((folder) => resolved(folderOf(file), `${folder}${value}`)))
}

/** The paths of images in a list; empty if the text lists something else. */
function listedImages(file: string, text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.every((line) => isImageName(line)) ? lines.map((line) => resolved(folderOf(file), line)) : []
}

/** A path that a file names: `./` and `../` start at the folder of the file, any other path at the top of the data set. */
function resolved(folder: string, path: string): string {
  if (/^\w+:\/\//.test(path)) return path
  const parts: string[] = []
  for (const part of `${/^\.\.?\//.test(path) ? folder : ''}${path}`.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  return parts.join('/')
}

/** One image of the data set: its label file, its image, or both. */
export interface YoloEntry {
  labels: string | null
  image: string | null
}

/** Texts that are not labels. */
const OTHER_TEXT = /^(classes|train|val|valid|test|readme.*|notes|license|predefined_classes)\.txt$/i

/**
 * Pairs label files with their images: a path with `labels` belongs to the same path with `images`, otherwise names
 * decide. Images that lists name count like those of the archive.
 */
export function yoloEntries(names: readonly string[], lists: readonly ImageList[] = []): YoloEntry[] {
  const listFiles = new Set(lists.map(({ file }) => file))
  const texts = names.filter((name) => /\.txt$/i.test(name) && !listFiles.has(name))
  const inFolders = texts.filter((name) => /(^|\/)labels\//i.test(name))
  const labels = inFolders.length > 0 ? inFolders : texts.filter((name) => !OTHER_TEXT.test(baseName(name)))
  const inArchive = new Set(names.filter(isImageName))
  const listed = lists
    .flatMap((list) => list.images)
    .filter((image) => !endsOfPath(image).some((end) => inArchive.has(end)))
  const images = [...inArchive, ...new Set(listed)]
  const byPath = new Map(images.map((name) => [withoutEnding(name), name]))
  // A label file in another folder is ambiguous if several images share its name.
  const byStem = new Map<string, string | null>()
  for (const name of images) byStem.set(stemOf(name), byStem.has(stemOf(name)) ? null : name)
  const used = new Set<string>()
  const entries = labels.map((name): YoloEntry => {
    const path = withoutEnding(name)
    const image =
      byPath.get(path.replace(/(^|\/)labels\//i, '$1images/')) ?? byPath.get(path) ?? byStem.get(stemOf(name)) ?? null
    if (image !== null) used.add(image)
    return { labels: name, image }
  })
  return [...entries, ...images.filter((name) => !used.has(name)).map((image) => ({ labels: null, image }))]
}

/** A list may name its images from a folder above the archive: `data/images/1.png` for `images/1.png`. */
function endsOfPath(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(0, Math.max(1, parts.length - 1)).map((_, i) => parts.slice(i).join('/'))
}
