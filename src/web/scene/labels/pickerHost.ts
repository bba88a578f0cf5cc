import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LabelRuns } from '../../../model/document/operations/documentOperation.ts'
import { fillRun, forEachRun } from '../../../model/document/operations/labelRuns.ts'
import { clusterNear, pointClusters } from '../../../model/segmentation/clusters.ts'
import { cuboidPoints } from '../../../model/segmentation/cuboidPoints.ts'
import { DepthMap } from '../../../model/segmentation/depthMap.ts'
import { GroundHeights, groundPoints } from '../../../model/segmentation/ground.ts'
import type { SlottedCloud } from '../../../model/segmentation/pointCloud.ts'
import { PointLimits } from '../../../model/segmentation/pointLimits.ts'
import { CloudStroke } from '../../../model/segmentation/pointStroke.ts'
import { ImageSurface, type PointSurface, ViewSurface } from '../../../model/segmentation/pointSurface.ts'
import { ScreenGrid } from '../../../model/segmentation/screenGrid.ts'
import { surfacePoints } from '../../../model/segmentation/surface.ts'
import type { PickRules, PickSurface, PointCluster } from '../../view3d/pointPicker.ts'
import type { PickerAnswer, PickerNews, PickerQuestion } from './pickerMessages.ts'

const NOTHING = () => new Uint32Array(0)

/** Answers questions about one cloud; its worker passes the messages. */
export class PickerHost {
  #cloud: SlottedCloud = { positions: new Float32Array(0), slots: new Uint16Array(0), relativeFromCloud: [] }
  #found = new Uint8Array(0)
  #stroke: CloudStroke | null = null
  /** Kept while strokes follow one another in an unchanged view. */
  #seen: { key: string; surface: PointSurface; grid: ScreenGrid } | null = null
  /** The depth map of the shown points; reused while they stay the same. */
  #depths: { key: string; map: DepthMap } | null = null
  /** Grows with each change of labels. */
  #labelsVersion = 0
  #ground: GroundHeights | null = null
  /** The cloud without its points on the ground. */
  #standing: SlottedCloud | null = null
  /** By point: answered as the next cluster in this round. */
  #passed = new Uint8Array(0)

  take(news: PickerNews): void {
    this.#labelsVersion++
    if (news.kind === 'positions') this.#cloud.positions.set(news.part, news.at)
    else if (news.kind === 'allSlots') this.#cloud = { ...this.#cloud, slots: news.slots }
    else if (news.kind === 'labels') this.#setLabels(news.runs, news.slotOf)
    else {
      const { pointCount, relativeFromCloud } = news
      const positions = new Float32Array(pointCount * 3).fill(Number.NaN)
      this.#cloud = { positions, slots: new Uint16Array(pointCount), relativeFromCloud }
      this.#found = new Uint8Array(pointCount)
      this.#passed = new Uint8Array(pointCount)
    }
    if (news.kind !== 'labels') {
      this.#standing = null
      this.#seen = null
    }
  }

  /** @throws RangeError for a camera that cannot project */
  answer(question: PickerQuestion): PickerAnswer {
    const cloud = 'rules' in question ? this.#shown(question.rules) : this.#cloud
    switch (question.kind) {
      case 'begin':
        this.#begin(question.surface, question.rules)
        return null
      case 'brush':
        return this.#stroke?.brush(question.ways) ?? NOTHING()
      case 'polygon':
        return this.#stroke?.polygon(question.corners) ?? NOTHING()
      case 'cuboid':
        return cuboidPoints(cloud, question.cuboid, question.rules)
      case 'ground':
        return this.#heights().points(cloud, question.aboveM, question.rules)
      case 'surface':
        return surfacePoints(cloud, question.seed, question.maxTurnRad, question.rules)
      case 'clusters':
        return pointClusters(cloud, question.gapM, question.leastPoints, question.rules)
      case 'nextCluster':
        return this.#nextCluster(question.from, question.rules)
    }
  }

  /** One after the other; when all have had their turn, the next round starts. */
  #nextCluster(from: Vec3, rules: PickRules): PointCluster | null {
    const cloud = this.#shown(rules)
    const next = clusterNear(cloud, from, rules, this.#passed)
    const found = next ?? clusterNear(cloud, from, rules, this.#passed.fill(0))
    for (const index of found?.indices ?? []) this.#passed[index] = 1
    return found
  }

  #heights(): GroundHeights {
    this.#ground ??= new GroundHeights(this.#cloud)
    return this.#ground
  }

  /** Points that are hidden with the ground count as missing. */
  #shown({ hidesGround }: PickRules): SlottedCloud {
    if (!hidesGround) return this.#cloud
    if (this.#standing?.slots === this.#cloud.slots) return this.#standing
    const positions = this.#cloud.positions.slice()
    for (const point of groundPoints(this.#cloud, this.#heights())) positions.fill(Number.NaN, 3 * point, 3 * point + 3)
    this.#standing = { ...this.#cloud, positions }
    return this.#standing
  }

  #begin(picked: PickSurface, rules: PickRules): void {
    const cloud = this.#shown(rules)
    const key = JSON.stringify([picked, rules.hidesGround ?? false])
    if (this.#seen?.key !== key) {
      this.#seen = null
      const surface = surfaceOf(cloud.relativeFromCloud, picked)
      this.#seen = { key, surface, grid: new ScreenGrid(cloud.positions, surface) }
    }
    const { surface, grid } = this.#seen
    const depths = rules.visibleOnly ? this.#depthsOf(cloud, key, surface, rules) : null
    this.#stroke = new CloudStroke({ cloud, surface, grid, depths, rules, found: this.#found.fill(0) })
  }

  #depthsOf(
    cloud: SlottedCloud,
    seen: string,
    surface: PointSurface,
    { shows, heightsM, crop, distances }: PickRules,
  ): DepthMap {
    // If nothing is hidden, labels do not affect the depths.
    const shown = shows.every((one) => one === 1) ? 'all' : `${this.#labelsVersion} ${shows}`
    const key = `${seen} ${shown} ${JSON.stringify([heightsM, crop, distances])}`
    if (this.#depths?.key !== key) {
      const limits = new PointLimits(cloud.relativeFromCloud, { heightsM, crop, distances })
      this.#depths = { key, map: new DepthMap(cloud, surface, shows, limits) }
    }
    return this.#depths.map
  }

  #setLabels(runs: LabelRuns, slotOf: ReadonlyMap<number, number>): void {
    const { slots } = this.#cloud
    forEachRun(runs, (start, length, labelKey) => fillRun(slots, start, length, slotOf.get(labelKey) ?? 0))
  }
}

function surfaceOf(relativeFromCloud: readonly number[], picked: PickSurface): PointSurface {
  if (picked.kind === 'image') return new ImageSurface(relativeFromCloud, picked)
  return new ViewSurface(relativeFromCloud, picked.viewCamera, picked.pointSizePx)
}
