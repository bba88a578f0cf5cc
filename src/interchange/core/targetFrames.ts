import type { ImportTarget, TargetFrame } from './reader.ts'

/** Finds the frame of a job that a part of a data set is about: each way answers null where it does not know. */
export class TargetFrames {
  readonly list: readonly TargetFrame[]
  readonly #byId: ReadonlyMap<string, TargetFrame>
  readonly #byFile: ReadonlyMap<string, TargetFrame>

  constructor({ frames }: ImportTarget) {
    this.list = frames
    this.#byId = new Map(frames.map((frame) => [frame.frameId, frame]))
    this.#byFile = new Map(frames.flatMap((frame) => frame.files.map(({ url }) => [stemOf(url), frame])))
  }

  byId(frameId: string): TargetFrame | null {
    return this.#byId.get(frameId) ?? null
  }

  /** By the name of one of its files, without folders and endings. */
  byFile(name: string): TargetFrame | null {
    return this.#byFile.get(stemOf(name)) ?? null
  }

  at(index: number): TargetFrame | null {
    return this.list[index] ?? null
  }
}

/** The last part of a path or an address, without its endings. */
export const stemOf = (path: string): string => {
  const [plain] = path.split(/[?#]/, 1)
  return plain.slice(plain.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}
