import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.map', '.wasm'])

/** Packed less: the runtime of models has 27 MB, and someone waits for the first answer. */
const LARGE_BYTES = 4 * 1024 * 1024

export type Encoding = 'br' | 'gzip' | 'identity'

export interface WebFile {
  type: string
  etag: string
  bytes: Buffer
  /** Packed once, at the first request that wants it. */
  packed(encoding: Encoding): Promise<Buffer>
  /** Encodings worth offering. */
  encodings: readonly Encoding[]
}

/** The built pages. They are a few megabytes, and held in memory; a new build is recognized by its index.html. */
export class WebFiles {
  readonly #folder: string
  #builtAtMs = 0
  #names = new Set<string>()
  readonly #files = new Map<string, Promise<WebFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file by its path below the folder (`/`); null if the build has none of that name, or nothing is built. */
  async find(path: string): Promise<WebFile | null> {
    await this.#look()
    if (!this.#names.has(path)) return null
    const known = this.#files.get(path)
    if (known) return known
    const file = readWebFile(join(this.#folder, path))
    this.#files.set(path, file)
    file.catch(() => this.#files.delete(path))
    return file
  }

  async #look(): Promise<void> {
    const index = await stat(join(this.#folder, 'index.html')).catch(() => null)
    const builtAtMs = index?.mtimeMs ?? 0
    if (builtAtMs === this.#builtAtMs) return
    // Only existing names can be requested: no path leads out of the folder.
    const names = index ? await readdir(this.#folder, { recursive: true, withFileTypes: true }) : []
    this.#names = new Set(
      names
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length + 1)),
    )
    this.#files.clear()
    this.#builtAtMs = builtAtMs
  }
}

async function readWebFile(path: string): Promise<WebFile> {
  const bytes = await readFile(path)
  const packing = new Map<Encoding, Promise<Buffer>>()
  const encodings: Encoding[] = COMPRESSED.has(extname(path)) && bytes.length > 1024 ? ['br', 'gzip'] : []
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    encodings,
    packed(encoding) {
      const made = packing.get(encoding) ?? pack(bytes, encoding)
      packing.set(encoding, made)
      return made
    },
  }
}

async function pack(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  if (encoding === 'gzip') return toGzip(bytes, { level: 9 })
  const quality = bytes.length > LARGE_BYTES ? 5 : 9
  return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/** The best encoding that the browser takes. */
export function chooseEncoding(accepted: string | undefined, offered: readonly Encoding[]): Encoding {
  const words = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [word, weight] = part.trim().split(/\s*;\s*q=/)
      return [word.toLowerCase(), weight === undefined ? 1 : Number(weight)]
    }),
  )
  return offered.find((encoding) => (words.get(encoding) ?? words.get('*') ?? 0) > 0) ?? 'identity'
}
