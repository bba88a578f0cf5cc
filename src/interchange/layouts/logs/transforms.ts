import { composePoses, identityPose, type Pose, relativePose } from '../../../geometry/pose.ts'
import { PoseSamples } from './poseSamples.ts'

interface Edge {
  parent: string
  /** Said once for all times. */
  isStatic: boolean
  /** The last pose, where the edge is static. */
  parentFromChild: Pose
  samples: PoseSamples
}

const isFixed = ({ isStatic, samples }: Edge): boolean => isStatic || samples.isConstant

interface Step {
  edge: Edge
  child: string
}

/** Edges of a hostile log; real ones have some dozens of coordinate frames. */
const MAX_EDGES = 4_096

/** The tree of coordinate frames of a log (tf): each frame has one parent. */
export class Transforms {
  readonly #edges = new Map<string, Map<string, Edge>>()
  #edgeCount = 0
  #loop: readonly string[] | null = null

  add(parent: string, child: string, parentFromChild: Pose, timeNs: bigint | null): void {
    if (parent === '' || child === '') return
    let parents = this.#edges.get(child)
    if (!parents) {
      parents = new Map()
      this.#edges.set(child, parents)
    }
    let edge = parents.get(parent)
    if (!edge) {
      if (this.#edgeCount === MAX_EDGES) return
      this.#edgeCount++
      edge = { parent, isStatic: false, parentFromChild, samples: new PoseSamples() }
      parents.set(parent, edge)
    }
    if (timeNs !== null) edge.samples.add(timeNs, parentFromChild)
    else {
      edge.isStatic = true
      edge.parentFromChild = parentFromChild
    }
  }

  has(frame: string): boolean {
    if (this.#edges.has(frame)) return true
    for (const parents of this.#edges.values()) if (parents.has(frame)) return true
    return false
  }

  hasParent(child: string): boolean {
    return this.#edges.has(child)
  }

  /** The frames of a loop that was met, in its order; null where none was. */
  get loop(): readonly string[] | null {
    return this.#loop
  }

  /** Whether the pose of `b` in `a` is known at some time. */
  areConnected(a: string, b: string): boolean {
    const [rootOfA, rootOfB] = [this.rootOf(a), this.rootOf(b)]
    return rootOfA !== null && rootOfA === rootOfB
  }

  /** The topmost frame that is fixed to this one, below the worlds: a vehicle that stands is fixed to them as well. */
  staticRootOf(frame: string, worlds: readonly string[]): string {
    let root = frame
    for (const { edge } of this.#stepsUp(frame) ?? []) {
      if (!isFixed(edge) || worlds.includes(edge.parent)) break
      root = edge.parent
    }
    return root
  }

  /** Whether b moves in a. */
  isMoving(a: string, b: string): boolean {
    const used = [...(this.#stepsUp(a) ?? []), ...(this.#stepsUp(b) ?? [])]
    const once = used.filter(({ edge }) => used.filter((other) => other.edge === edge).length === 1)
    return once.some(({ edge }) => !isFixed(edge))
  }

  /** aFromB; null where they are not connected, or not at this time. */
  between(a: string, b: string, timeNs: bigint, toleranceNs: bigint): Pose | null {
    if (a === b) return identityPose
    const [upFromA, upFromB] = [this.#stepsUp(a), this.#stepsUp(b)]
    if (!upFromA || !upFromB) return null
    const aboveA = [a, ...upFromA.map(({ edge }) => edge.parent)]
    const aboveB = [b, ...upFromB.map(({ edge }) => edge.parent)]
    const common = aboveA.find((frame) => aboveB.includes(frame))
    if (common === undefined) return null
    const commonFromA = poseUpTo(upFromA.slice(0, aboveA.indexOf(common)), timeNs, toleranceNs)
    const commonFromB = poseUpTo(upFromB.slice(0, aboveB.indexOf(common)), timeNs, toleranceNs)
    return commonFromA && commonFromB && relativePose(commonFromA, commonFromB)
  }

  /** The topmost frame; null where the ancestors are a loop. */
  rootOf(frame: string): string | null {
    const steps = this.#stepsUp(frame)
    return steps && (steps.at(-1)?.edge.parent ?? frame)
  }

  /** From the frame to its root; null where its ancestors are a loop. */
  #stepsUp(frame: string): Step[] | null {
    const steps: Step[] = []
    const seen = new Set([frame])
    for (let child = frame; ; ) {
      const edge = this.#edgeOf(child)
      if (!edge) return steps
      steps.push({ edge, child })
      if (seen.has(edge.parent)) {
        const names = [...seen]
        this.#loop ??= names.slice(names.indexOf(edge.parent))
        return null
      }
      seen.add(edge.parent)
      child = edge.parent
    }
  }

  /** Of several parents, the one that was said most often; fixed ones are said once. */
  #edgeOf(child: string): Edge | null {
    let best: Edge | null = null
    for (const edge of this.#edges.get(child)?.values() ?? [])
      if (!best || edge.samples.count > best.samples.count) best = edge
    return best
  }
}

function poseUpTo(steps: readonly Step[], timeNs: bigint, toleranceNs: bigint): Pose | null {
  let whole = identityPose
  for (const { edge } of steps) {
    const parentFromChild = isFixed(edge) ? edge.parentFromChild : edge.samples.at(timeNs, toleranceNs)
    if (!parentFromChild) return null
    whole = composePoses(parentFromChild, whole)
  }
  return whole
}
