import type { CameraImageSize } from '../../geometry/camera.ts'
import type { Cuboid } from '../../geometry/cuboid.ts'
import { type CameraIntrinsics, DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import type { PointCloudFrame } from '../../geometry/pointCloudFrame.ts'
import { PointIndex } from '../../geometry/pointCount.ts'
import { applyPose, composePoses, identityPose, invertPose, type Pose } from '../../geometry/pose.ts'
import {
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromAxisAngle,
  quaternionFromYaw,
} from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { StreetActor } from './actor.ts'
import { type ActorClassName, STREET_CLASSES, type StreetClass } from './classes.ts'
import { layOutStreet, type StreetPlan, type Traffic } from './layout.ts'
import { egoFromLidar, type LidarOptions, scanStreet } from './lidar.ts'
import { actorCuboid, placeActor } from './placedActor.ts'
import { createRandom, uuidOf } from './random.ts'
import { pixelRays, type RenderedImage, renderStreet } from './render.ts'
import type { Solid } from './solid.ts'

/** A camera with its mounting pose. */
type MountedCamera = { sensorId: string; name: string; egoFromCamera: Pose; intrinsics: CameraIntrinsics }

/** Optical axes (z forward, x right, y down) seen from a body that looks along x, z up. */
const BODY_FROM_OPTICAL = { w: 0.5, x: -0.5, y: 0.5, z: -0.5 }

function mounted(position: Vec3, yawRad: number): Pose {
  return {
    position,
    heading: normalizeQuaternion(multiplyQuaternions(quaternionFromYaw(yawRad), BODY_FROM_OPTICAL)),
  }
}

/**
 * A front camera with the barrel distortion of a cheap wide lens, and a fisheye on the left with a view of more than
 * 90° to each side.
 */
function cameraRig(width: number, height: number): MountedCamera[] {
  return [
    {
      sensorId: 'front',
      name: 'Front camera',
      egoFromCamera: mounted({ x: 1.9, y: 0, z: 1.55 }, 0.01),
      intrinsics: {
        ...DEFAULT_INTRINSICS,
        fx: 0.68 * width,
        fy: 0.682 * width,
        cx: width / 2 - 3.2,
        cy: height / 2 + 1.7,
        skew: 0.15,
        k1: -0.21,
        k2: 0.045,
        k3: -0.004,
        p1: 0.0006,
        p2: -0.0004,
      },
    },
    {
      sensorId: 'left',
      name: 'Left fisheye',
      egoFromCamera: mounted({ x: 1.2, y: 0.95, z: 1.4 }, Math.PI / 2),
      intrinsics: {
        ...DEFAULT_INTRINSICS,
        cameraModel: 'fisheye',
        fx: 0.285 * width,
        fy: 0.286 * width,
        cx: width / 2 + 1.4,
        cy: height / 2 - 2.1,
        k1: 0.012,
        k2: -0.006,
        k3: 0.001,
        k4: -0.0002,
      },
    },
  ]
}

export type StreetOptions = LidarOptions & {
  seed: number
  frames: number
  secondsPerFrame: number
  egoSpeedMps: number
  /** Where the street begins in the world, and which way it runs: UTM metres to try large coordinates. */
  origin: Vec3
  yawRad: number
  /** How steeply the street rises along its way; with ego poses alone, for the vehicle itself is level with its road. */
  slopeDeg: number
  traffic: Traffic
  /** Where the lidar sits on the vehicle, and how it leans. */
  lidarMount: Pose
  /** The frame of the points in the files. */
  framing: PointCloudFrame
  /** If false, the common frame is the vehicle's. */
  withEgoPose: boolean
  image: CameraImageSize
}

/** One object in one frame, in the common frame. */
export type StreetTruth = {
  trackId: string
  /** Number of the actor in `actors` of points and images. */
  actor: number
  label: ActorClassName
  /** Number within the class, from 1. */
  instance: number
  cuboid: Cuboid
  /** Does not move in the common frame. */
  stationary: boolean
  /** Points of the lidar on it. */
  pointCount: number
}

export type StreetLidar = {
  commonFromSensor: Pose
  /** x y z as in the file: millimetres, in the frame of the options. */
  positions: Float64Array
  /** Place in STREET_CLASSES of each point. */
  classes: Uint8Array
  /** Actor of each point, from 1; 0 for everything without instances. */
  actors: Uint16Array
}

export type StreetCamera = CameraImageSize & {
  sensorId: string
  name: string
  commonFromCamera: Pose
  intrinsics: CameraIntrinsics
  /** Ray-traced again at every call. */
  render(): RenderedImage
}

export type StreetFrame = {
  frameId: string
  egoPose: Pose | null
  commonFromStreet: Pose
  lidar: StreetLidar
  cameras: StreetCamera[]
  truth: StreetTruth[]
}

export type Street = {
  options: StreetOptions
  frames: StreetFrame[]
  classes: readonly StreetClass[]
  /** Lamp posts, along the street and to its left. */
  poles: { x: number; y: number; heightM: number }[]
  /** The stretch of the street along which the recording car drives. */
  way: { from: number; to: number }
}

/** Signs and racks are poles too, and lower. */
const LEAST_POST_M = 4

export const DEFAULT_STREET: StreetOptions = {
  seed: 1,
  frames: 10,
  secondsPerFrame: 0.2,
  egoSpeedMps: 6,
  origin: { x: 0, y: 0, z: 0 },
  yawRad: 0,
  slopeDeg: 0,
  traffic: 'calm',
  lidarMount: egoFromLidar,
  framing: 'sensor',
  withEgoPose: true,
  image: { width: 640, height: 400 },
  beams: 32,
  azimuthStepDeg: 0.5,
  maxRangeM: 80,
  rangeNoiseM: 0.015,
}

/** A drive down a street with known ground truth. The same options make the same street to the last digit. */
export function makeStreet(given: Partial<StreetOptions> = {}): Street {
  const options = { ...DEFAULT_STREET, ...given }
  const layout = layOutStreet({
    seed: options.seed,
    seconds: options.frames * options.secondsPerFrame,
    egoSpeedMps: options.egoSpeedMps,
    traffic: options.traffic,
  })
  const rig = cameraRig(options.image.width, options.image.height)
  const raysOf = new Map<string, Float64Array>()
  const raysFor = (camera: MountedCamera): Float64Array => {
    const rays = raysOf.get(camera.sensorId) ?? pixelRays(camera.intrinsics, options.image)
    raysOf.set(camera.sensorId, rays)
    return rays
  }
  const frames = Array.from({ length: options.frames }, (_, i) => makeFrame(options, layout, rig, raysFor, i))
  const poles = layout.standing
    .filter(({ className, halfHeight }) => className === 'pole' && halfHeight >= LEAST_POST_M / 2)
    .map(({ x, y, halfHeight }) => ({ x, y, heightM: 2 * halfHeight }))
  const along = (index: number) => layout.streetFromEgo(index * options.secondsPerFrame).position.x
  const way = { from: along(0), to: along(options.frames - 1) }
  return { options, frames, classes: STREET_CLASSES, poles, way }
}

function makeFrame(
  options: StreetOptions,
  layout: StreetPlan,
  rig: MountedCamera[],
  raysFor: (camera: MountedCamera) => Float64Array,
  index: number,
): StreetFrame {
  const seconds = index * options.secondsPerFrame
  const streetFromEgo = layout.streetFromEgo(seconds)
  const worldFromStreet = { position: options.origin, heading: streetHeading(options) }
  const worldFromEgo = composePoses(worldFromStreet, streetFromEgo)
  const commonFromEgo = options.withEgoPose ? worldFromEgo : identityPose
  const commonFromStreet = options.withEgoPose ? worldFromStreet : invertPose(streetFromEgo)
  const solids = [...layout.standing, ...layout.actors.flatMap((actor) => placeActor(actor, seconds))]
  const lidar = makeLidar(options, solids, streetFromEgo, commonFromEgo, index)
  return {
    frameId: `frame-${String(index).padStart(3, '0')}`,
    egoPose: options.withEgoPose ? worldFromEgo : null,
    commonFromStreet,
    lidar,
    cameras: rig.map((camera) => ({
      sensorId: camera.sensorId,
      name: camera.name,
      commonFromCamera: composePoses(commonFromEgo, camera.egoFromCamera),
      intrinsics: camera.intrinsics,
      ...options.image,
      render: () =>
        renderStreet(
          solids,
          composePoses(streetFromEgo, camera.egoFromCamera),
          camera.intrinsics,
          options.image,
          raysFor(camera),
        ),
    })),
    truth: makeTruth(options, layout.actors, lidar, commonFromStreet, seconds),
  }
}

function streetHeading({ yawRad, slopeDeg }: StreetOptions): Quaternion {
  const yaw = quaternionFromYaw(yawRad)
  if (slopeDeg === 0) return yaw
  return multiplyQuaternions(yaw, quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, (-slopeDeg * Math.PI) / 180))
}

function makeLidar(
  options: StreetOptions,
  solids: Solid[],
  streetFromEgo: Pose,
  commonFromEgo: Pose,
  index: number,
): StreetLidar {
  const random = createRandom(options.seed * 7919 + index)
  const { positions, classes, actors } = scanStreet(
    solids,
    composePoses(streetFromEgo, options.lidarMount),
    options,
    random,
  )
  const commonFromSensor = composePoses(commonFromEgo, options.lidarMount)
  for (let i = 0; i < positions.length; i += 3) {
    const inSensor = { x: positions[i], y: positions[i + 1], z: positions[i + 2] }
    const stored = options.framing === 'common' ? applyPose(commonFromSensor, inSensor) : inSensor
    positions.set([toMillimetres(stored.x), toMillimetres(stored.y), toMillimetres(stored.z)], i)
  }
  return { commonFromSensor, positions, classes, actors }
}

/** Rounds to the number that is read back after it was written with three decimals. */
function toMillimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000 + 0
}

/** Frame of the stored points in the common frame. */
export function commonFromPoints(options: StreetOptions, lidar: StreetLidar): Pose {
  return options.framing === 'common' ? identityPose : lidar.commonFromSensor
}

/** Those with at least three lidar points: fewer cannot be annotated. */
function makeTruth(
  options: StreetOptions,
  actors: readonly StreetActor[],
  lidar: StreetLidar,
  commonFromStreet: Pose,
  seconds: number,
): StreetTruth[] {
  const index = new PointIndex(lidar.positions)
  const pose = commonFromPoints(options, lidar)
  const truth = actors.map((actor, i): StreetTruth => {
    const inStreet = actorCuboid(actor, seconds)
    const cuboid = { ...composePoses(commonFromStreet, inStreet), dimensions: inStreet.dimensions }
    return {
      trackId: uuidOf(options.seed, `track ${i}`),
      actor: i + 1,
      label: actor.className,
      instance: actor.instance,
      cuboid,
      stationary: actor.stationary && (options.withEgoPose || options.egoSpeedMps === 0),
      pointCount: index.countInBox(pose, cuboid),
    }
  })
  return truth.filter((object) => object.pointCount >= 3)
}
