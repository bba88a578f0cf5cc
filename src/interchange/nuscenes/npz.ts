import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import yazl from 'yazl'

const NAME = 'data.npy'
const MAGIC = '\x93NUMPY'
/** The text of the header ends where the data can be aligned. */
const ALIGN = 64
const PREFIX_BYTES = 10
/** Dates of entries have no zone: local time. */
const ENTRY_TIME = new Date(1980, 0, 1)

/** A list of uint16 as `numpy.savez_compressed(data=…)` writes it. */
export async function npzOfUint16(values: Uint16Array): Promise<Uint8Array> {
  const dictionary = `{'descr': '<u2', 'fortran_order': False, 'shape': (${values.length},), }`
  const padding = ALIGN - ((PREFIX_BYTES + dictionary.length + 1) % ALIGN)
  const header = `${dictionary}${' '.repeat(padding % ALIGN)}\n`
  const file = Buffer.alloc(PREFIX_BYTES + header.length + 2 * values.length)
  file.write(MAGIC, 'latin1')
  file.writeUInt8(1, 6)
  file.writeUInt16LE(header.length, 8)
  file.write(header, PREFIX_BYTES, 'latin1')
  for (let i = 0; i < values.length; i++) file.writeUInt16LE(values[i], PREFIX_BYTES + header.length + 2 * i)
  const zip = new yazl.ZipFile()
  zip.addBuffer(file, NAME, { mtime: ENTRY_TIME, forceDosTimestamp: true })
  zip.end()
  return buffer(zip.outputStream)
}

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

/** The whole numbers of the list `data`. @throws Error for anything else, and for more than `maxValues`. */
export async function readNpz(bytes: Uint8Array, maxValues: number): Promise<Uint32Array> {
  const zip = await openZip(Buffer.from(bytes), { lazyEntries: true })
  const entry = await findEntry(zip)
  if (entry.uncompressedSize > 4 * maxValues + 2 ** 16) throw new RangeError('larger than the largest cloud')
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  return valuesOf(await buffer(await open(entry)))
}

function findEntry(zip: yauzl.ZipFile): Promise<yauzl.Entry> {
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => reject(new Error(`it has no ${NAME}`)))
    zip.on('entry', (entry: yauzl.Entry) => (entry.fileName === NAME ? resolve(entry) : zip.readEntry()))
    zip.readEntry()
  })
}

const SIZES: Readonly<Record<string, number>> = { '|u1': 1, '<u2': 2, '<i2': 2, '<u4': 4, '<i4': 4 }

function valuesOf(file: Buffer): Uint32Array {
  if (file.toString('latin1', 0, 6) !== MAGIC) throw new Error(`${NAME} is no array of numpy`)
  const isFirstVersion = file.readUInt8(6) === 1
  const start = isFirstVersion ? PREFIX_BYTES + file.readUInt16LE(8) : 12 + file.readUInt32LE(8)
  const size = SIZES[/'descr': '([^']+)'/.exec(file.toString('latin1', 0, start))?.[1] ?? '']
  if (size === undefined) throw new Error(`${NAME} does not hold whole numbers`)
  const count = Math.max(Math.floor((file.length - start) / size), 0)
  return Uint32Array.from({ length: count }, (_, index) => file.readUIntLE(start + size * index, size))
}
