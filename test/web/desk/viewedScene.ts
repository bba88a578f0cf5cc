import type { Vec3 } from '../../../src/geometry/vec3.ts'
import type { Orbit } from '../../../src/web/view3d/orbit.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../../src/web/view3d/viewCamera.ts'

/** What tests of 3D tools share: a view from above of flat ground, and the tool that is active. */
export abstract class ViewedScene {
  canEdit = true
  activeTool: string
  orbit: Orbit

  constructor(activeTool: string, distanceM: number) {
    this.activeTool = activeTool
    this.orbit = { kind: 'top', target: { x: 0, y: 0, z: 0 }, distanceM, yawRad: 0, pitchRad: 0.8 }
  }

  setOrbit(orbit: Orbit): void {
    this.orbit = orbit
  }

  groundUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null {
    return meetPlaneZ(rayThrough(viewCamera, at), 0)
  }
}
