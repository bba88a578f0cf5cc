import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LabelRuns } from '../../../model/document/operations/documentOperation.ts'
import type { BrushWay } from '../../../model/segmentation/pointStroke.ts'
import { asError } from '../../kit/asError.ts'
import { WorkerClient, WorkerClosed, type WorkerPort } from '../../kit/worker/workerClient.ts'
import type { PickRules, PickSurface, PointCluster, PointIndices, PointPicker } from '../../view3d/pointPicker.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import type { PickerAnswer, PickerNews, PickerQuestion } from './pickerMessages.ts'

export type PickerPort = WorkerPort<PickerQuestion, PickerAnswer, PickerNews, never>

export interface PickedCloud {
  /** x y z of each point, NaN where it is missing; copied, never changed. */
  positions: Float32Array
  /** As ShownCloud has it: column-major 4 × 4. */
  relativeFromChunk: readonly number[]
}

export type SlotListener = (runs: LabelRuns, slotOf: ReadonlyMap<number, number>) => void

/** Who knows the slot of each point: a LabelStore. */
export interface SlotSource {
  readonly slots: Uint16Array
  /** Points got other labels; `slotOf` says where those labels are. */
  onSlots(listener: SlotListener): () => void
}

interface Waiting {
  resolve(answer: PickerAnswer): void
  reject(error: Error): void
}

interface WaitingWay {
  way: BrushWay
  waiting: Waiting
}

/** Copied in one task, floats: 3 MB take about a millisecond. */
const PART_LENGTH = 3 * 256 * 1024

/**
 * Picks in a worker that has its own copy of the cloud.
 *
 *     const picker = new WorkerPicker(openPickerWorker(), { positions: chunk.positions, relativeFromChunk }, labelStore)
 *     await picker.begin({ kind: 'view', viewCamera, pointSizePx: 3 }, rules)
 *     const found = await picker.brush(from, to, 20)          // at each move of the pointer
 *     picker.dispose()
 *
 * Questions may be asked at once: they wait for the copy. Moves that come faster than they are answered become one
 * question: the earliest of them gets all points, the others none, so that the sum of the answers misses nothing.
 * After `dispose`, and when the worker fails, every promise is rejected.
 */
export class WorkerPicker implements PointPicker {
  readonly #worker: WorkerClient<PickerQuestion, PickerAnswer, PickerNews>
  /** Resolves when the worker has the whole cloud. */
  readonly #copied: Promise<void>
  #ways: WaitingWay[] = []
  /** Questions of the brush that are not answered yet. */
  #brushing = 0
  /** Another worker would not have the cloud, so nothing is asked any more. */
  #failure: Error | null = null
  readonly #stopSlots: () => void

  constructor(port: PickerPort, cloud: PickedCloud, slots: SlotSource) {
    this.#worker = new WorkerClient(
      () => port,
      (error) => {
        this.#failure ??= error
      },
    )
    const pointCount = cloud.positions.length / 3
    this.#worker.tell({ kind: 'cloud', pointCount, relativeFromCloud: cloud.relativeFromChunk })
    const all = slots.slots.slice()
    this.#worker.tell({ kind: 'allSlots', slots: all }, [all.buffer])
    this.#stopSlots = slots.onSlots((runs, slotOf) => this.#setLabels(runs, slotOf))
    this.#copied = this.#copy(cloud.positions)
  }

  #setLabels(runs: LabelRuns, slotOf: ReadonlyMap<number, number>): void {
    if (!this.#failure) this.#worker.tell({ kind: 'labels', runs, slotOf })
  }

  async begin(surface: PickSurface, rules: PickRules): Promise<void> {
    // The waiting moves belong to the previous stroke.
    void this.#sendWays()
    await this.#ask({ kind: 'begin', surface, rules })
  }

  brush(from: ScreenPoint, to: ScreenPoint, radiusPx: number): Promise<PointIndices> {
    return new Promise((resolve, reject) => {
      const way = { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y }, radiusPx }
      this.#ways.push({ way, waiting: { resolve: (answer) => resolve(pointsOf(answer)), reject } })
      if (this.#brushing === 0) void this.#sendWays()
    })
  }

  async polygon(corners: readonly ScreenPoint[]): Promise<PointIndices> {
    const plain = corners.map(({ x, y }) => ({ x, y }))
    return pointsOf(await this.#ask({ kind: 'polygon', corners: plain }))
  }

  async cuboid(cuboid: Cuboid, rules: PickRules): Promise<PointIndices> {
    return pointsOf(await this.#ask({ kind: 'cuboid', cuboid, rules }))
  }

  async ground(aboveM: number, rules: PickRules): Promise<PointIndices> {
    return pointsOf(await this.#ask({ kind: 'ground', aboveM, rules }))
  }

  async surface(seed: number, maxTurnRad: number, rules: PickRules): Promise<PointIndices> {
    return pointsOf(await this.#ask({ kind: 'surface', seed, maxTurnRad, rules }))
  }

  async clusters(gapM: number, leastPoints: number, rules: PickRules): Promise<PointCluster[]> {
    return clustersOf(await this.#ask({ kind: 'clusters', gapM, leastPoints, rules }))
  }

  async nextCluster(from: Vec3, rules: PickRules): Promise<PointCluster | null> {
    return clusterOf(await this.#ask({ kind: 'nextCluster', from, rules }))
  }

  dispose(): void {
    this.#stopSlots()
    this.#failure ??= new WorkerClosed()
    this.#worker.close()
  }

  /** One task per part, so that none of them is noticeable. */
  async #copy(positions: Float32Array): Promise<void> {
    for (let at = 0; at < positions.length && !this.#failure; at += PART_LENGTH) {
      const part = positions.slice(at, at + PART_LENGTH)
      this.#worker.tell({ kind: 'positions', at, part }, [part.buffer])
      await new Promise<void>((resolve) => setTimeout(resolve))
    }
  }

  /** All ways that wait as one question; those that come meanwhile are the next. */
  async #sendWays(): Promise<void> {
    const all = this.#ways
    if (all.length === 0) return
    this.#ways = []
    this.#brushing++
    try {
      const answer = await this.#ask({ kind: 'brush', ways: all.map(({ way }) => way) })
      all.forEach(({ waiting }, i) => {
        waiting.resolve(i === 0 ? answer : new Uint32Array(0))
      })
    } catch (error) {
      for (const { waiting } of all) waiting.reject(asError(error))
    }
    this.#brushing--
    if (this.#brushing === 0) void this.#sendWays()
  }

  async #ask(question: PickerQuestion): Promise<PickerAnswer> {
    await this.#copied
    if (this.#failure) throw this.#failure
    return this.#worker.ask(question)
  }
}

const otherAnswer = () => new Error('the picker answered another question')

function pointsOf(answer: PickerAnswer): PointIndices {
  if (!(answer instanceof Uint32Array)) throw otherAnswer()
  return answer
}

function clustersOf(answer: PickerAnswer): PointCluster[] {
  if (!Array.isArray(answer)) throw otherAnswer()
  return answer
}

function clusterOf(answer: PickerAnswer): PointCluster | null {
  if (answer instanceof Uint32Array || Array.isArray(answer)) throw otherAnswer()
  return answer
}

/** The worker that a WorkerPicker talks to; ended by the picker's `dispose`. */
export const openPickerWorker = (): PickerPort =>
  new Worker(new URL('./picker.worker.ts', import.meta.url), { type: 'module' })
