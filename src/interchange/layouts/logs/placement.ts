import { composePoses, identityPose, type Pose, relativePose } from '../../../geometry/pose.ts'
import { multiplyQuaternions, rotate } from '../../../geometry/quaternion.ts'
import { subtract } from '../../../geometry/vec3.ts'
import type { LayoutOptions, LayoutRequest } from '../layout.ts'
import type { LogIndex } from './logIndex.ts'
import type { PoseTrack } from './poseTrack.ts'
import type { Transforms } from './transforms.ts'

const EGO_FRAMES = ['base_link', 'base_footprint'] as const
const WORLD_FRAMES = ['map', 'odom'] as const
/** The name of the world where positions come from satellites. */
const ENU_FRAME = 'enu'
const NS_A_MS = 1_000_000n
/** Headings come more often than positions. */
const HEADING_TOLERANCE_NS = 200n * NS_A_MS

/** Where the vehicle and its sensors are. */
export class Placement {
  readonly #transforms: Transforms
  readonly #toleranceNs: bigint
  readonly egoFrame: string
  /** null without poses. */
  readonly worldFrame: string | null

  private constructor(transforms: Transforms, egoFrame: string, worldFrame: string | null, toleranceNs: bigint) {
    this.#transforms = transforms
    this.egoFrame = egoFrame
    this.worldFrame = worldFrame
    this.#toleranceNs = toleranceNs
  }

  /** Chooses the coordinate frames of vehicle and world, and says in warnings what is missing. */
  static choose(index: LogIndex, clockFrame: string, request: LayoutRequest): Placement {
    const { options } = request
    const { transforms } = index
    const egoFrame = egoFrameOf(transforms, clockFrame, options)
    const toleranceNs = BigInt(Math.round(options.maxOffsetMs * 1e6))
    let worldFrame = worldFrameOf(transforms, egoFrame, options)
    if (worldFrame === null && !transforms.loop) worldFrame = addTrack(index, egoFrame, options)
    if (transforms.loop) {
      const names = [...transforms.loop, transforms.loop[0]].map((name) => name.slice(0, 64)).join(' → ')
      request.warn({
        code: 'TF_LOOP',
        message: `The transforms ${names} are a loop, so the frames have no poses.`,
      })
      worldFrame = null
    } else if (worldFrame === null)
      request.warn({
        code: 'NO_POSES',
        message: `No transform or pose leads from ${egoFrame} to a world, so boxes have to be placed frame by frame.`,
      })
    return new Placement(transforms, egoFrame, worldFrame, toleranceNs)
  }

  /** null where the poses do not reach this time, or there are none. */
  worldFromEgo(timeNs: bigint): Pose | null {
    return this.worldFrame === null
      ? null
      : this.#transforms.between(this.worldFrame, this.egoFrame, timeNs, this.#toleranceNs)
  }

  /** At the time of a sensor whose frame was chosen by its offset from the clock. */
  worldFromEgoOfSensor(timeNs: bigint): Pose | null {
    return this.worldFrame === null
      ? null
      : this.#transforms.between(this.worldFrame, this.egoFrame, timeNs, this.#toleranceNs * 2n)
  }

  isPlaced(sensorFrame: string): boolean {
    return sensorFrame !== '' && this.#transforms.areConnected(this.egoFrame, sensorFrame)
  }

  egoFromSensor(sensorFrame: string, timeNs: bigint): Pose | null {
    return this.#transforms.between(this.egoFrame, sensorFrame, timeNs, this.#toleranceNs * 2n)
  }
}

function egoFrameOf(transforms: Transforms, clockFrame: string, { egoFrame, worldFrame }: LayoutOptions): string {
  if (egoFrame !== null) return egoFrame
  const known = EGO_FRAMES.find((frame) => transforms.areConnected(frame, clockFrame) && transforms.has(frame))
  return known ?? transforms.staticRootOf(clockFrame, worldFrame === null ? WORLD_FRAMES : [worldFrame])
}

function worldFrameOf(transforms: Transforms, egoFrame: string, { worldFrame }: LayoutOptions): string | null {
  const candidates = worldFrame === null ? WORLD_FRAMES : [worldFrame]
  const found = candidates.find(
    (frame) => frame !== egoFrame && transforms.has(frame) && transforms.areConnected(frame, egoFrame),
  )
  return found ?? null
}

/** Adds the poses of a topic to the tree where tf does not have them, and answers the world that they are in. */
function addTrack(index: LogIndex, egoFrame: string, { worldFrame }: LayoutOptions): string | null {
  const { transforms, tracks } = index
  const most = (some: readonly PoseTrack[]) => some.toSorted((a, b) => b.samples.count - a.samples.count)
  const withPoses = tracks.filter((track) => !track.isFix && !track.isHeading && track.frameId !== '')
  for (const track of most(withPoses)) {
    if (worldFrame !== null && track.frameId !== worldFrame) continue
    const moving = track.childFrameId || egoFrame
    if (moving !== egoFrame && !transforms.areConnected(egoFrame, moving)) continue
    if (track.frameId === egoFrame) continue
    if (transforms.areConnected(track.frameId, egoFrame)) return track.frameId
    const root = transforms.rootOf(moving)
    if (root === null) continue
    for (const timeNs of track.samples.timesNs) {
      const worldFromMoving = track.samples.at(timeNs, 0n)
      // The tree hangs from its root alone.
      const movingFromRoot = transforms.between(moving, root, timeNs, 0n)
      if (worldFromMoving && movingFromRoot)
        transforms.add(track.frameId, root, composePoses(worldFromMoving, movingFromRoot), timeNs)
    }
    if (transforms.areConnected(track.frameId, egoFrame)) return track.frameId
  }
  const [fix] = most(tracks.filter(({ isFix }) => isFix))
  const [heading] = most(tracks.filter(({ isHeading }) => isHeading))
  if (!fix || !heading || (worldFrame !== null && worldFrame !== ENU_FRAME)) return null
  return addFixes(transforms, fix, heading, egoFrame)
}

/** The path by satellites: positions of the antenna, headings of the inertial unit, in local ENU. */
function addFixes(transforms: Transforms, fix: PoseTrack, heading: PoseTrack, egoFrame: string): string | null {
  if (transforms.has(ENU_FRAME)) return null
  const root = transforms.rootOf(egoFrame)
  if (root === null) return null
  const at = (frame: string, timeNs: bigint) => transforms.between(frame, egoFrame, timeNs, HEADING_TOLERANCE_NS)
  for (const timeNs of fix.samples.timesNs) {
    const antenna = fix.samples.at(timeNs, 0n)
    const turned = heading.samples.at(timeNs, HEADING_TOLERANCE_NS)
    const egoFromRoot = transforms.between(egoFrame, root, timeNs, HEADING_TOLERANCE_NS)
    if (!antenna || !turned || !egoFromRoot) continue
    const unitFromEgo = at(heading.frameId, timeNs) ?? identityPose
    const egoFromAntenna = relativePose(at(fix.frameId, timeNs) ?? identityPose, identityPose)
    const worldFromEgoHeading = multiplyQuaternions(turned.heading, unitFromEgo.heading)
    const position = subtract(antenna.position, rotate(worldFromEgoHeading, egoFromAntenna.position))
    transforms.add(ENU_FRAME, root, composePoses({ position, heading: worldFromEgoHeading }, egoFromRoot), timeNs)
  }
  return transforms.areConnected(ENU_FRAME, egoFrame) ? ENU_FRAME : null
}
