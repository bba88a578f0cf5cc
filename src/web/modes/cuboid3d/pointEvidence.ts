import type { Cuboid } from '../../../geometry/cuboid.ts'
import { countPointsInBox } from '../../../geometry/pointCount.ts'
import { identityPose } from '../../../geometry/pose.ts'
import type { CuboidEvidence } from '../../../model/checks/cuboidEvidence.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { heightOverGround } from '../../../model/fit/overGround.ts'
import { cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Work on the main thread between two breaks, so that checks are not felt. */
const BUSY_MS = 20
const BREAK_MS = 400
const GROUND_AROUND_M = 8

type Known = { of: string; pointCount: number; overGroundM: number | null }

/** Evidence about boxes from the loaded points, computed step by step and cached until a box changes. */
export class PointEvidence implements CuboidEvidence {
  readonly #editor: CuboidEditor
  readonly #known = new Map<string, Known>()
  #busyMs = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(editor: CuboidEditor) {
    this.#editor = editor
  }

  pointCount(trackId: string, frame: number): number | null {
    return this.#of(trackId, frame)?.pointCount ?? null
  }

  overGroundM(trackId: string, frame: number): number | null {
    return this.#of(trackId, frame)?.overGroundM ?? null
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /** null while the points are not loaded, or the time is used up. */
  #of(trackId: string, frame: number): Known | null {
    const { clouds, job, session } = this.#editor
    // Cheap checks first: only a few frames of a long sequence are loaded.
    if (clouds.loaded(frame).length < job.frames[frame].clouds.length) return null
    const track = session.document.tracks.get(trackId)
    const shown = track && cuboidAt(track, frame)
    if (!shown) return null
    const of = JSON.stringify(shown.shape)
    const key = `${trackId} ${frame}`
    const known = this.#known.get(key)
    if (known?.of === of) return known
    if (this.#busyMs > BUSY_MS) {
      this.#goOnLater()
      return null
    }
    const start = performance.now()
    const found = { of, ...this.#look(cuboidRelativeTo(job.originM, shown.shape), frame) }
    this.#busyMs += performance.now() - start
    this.#known.set(key, found)
    return found
  }

  #look(cuboid: Cuboid, frame: number): Omit<Known, 'of'> {
    const { length, width } = cuboid.dimensions
    const radiusM = Math.hypot(length, width) / 2 + GROUND_AROUND_M
    const positions = this.#editor.clouds.pointsAround([frame], cuboid.position, radiusM)
    return {
      pointCount: countPointsInBox(positions, identityPose, cuboid),
      overGroundM: heightOverGround(positions, cuboid),
    }
  }

  #goOnLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#busyMs = 0
      this.#editor.session.pageChecks.recheck()
    }, BREAK_MS)
  }
}
