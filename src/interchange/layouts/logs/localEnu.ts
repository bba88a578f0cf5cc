import type { Vec3 } from '../../../geometry/vec3.ts'

export interface GeodeticPlace {
  latitudeDeg: number
  longitudeDeg: number
  altitudeM: number
}

/** WGS 84 (NIMA TR8350.2). */
const EQUATOR_RADIUS_M = 6_378_137
const FLATTENING = 1 / 298.257_223_563
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)

/** East, north and up of an origin, by way of earth-centred coordinates. */
export class LocalEnu {
  readonly #origin: Vec3
  readonly #latitude: number
  readonly #longitude: number

  constructor(origin: GeodeticPlace) {
    this.#origin = earthCentred(origin)
    this.#latitude = radians(origin.latitudeDeg)
    this.#longitude = radians(origin.longitudeDeg)
  }

  /** In metres. */
  at(place: GeodeticPlace): Vec3 {
    const { x, y, z } = earthCentred(place)
    const [dx, dy, dz] = [x - this.#origin.x, y - this.#origin.y, z - this.#origin.z]
    const [sinLat, cosLat] = [Math.sin(this.#latitude), Math.cos(this.#latitude)]
    const [sinLon, cosLon] = [Math.sin(this.#longitude), Math.cos(this.#longitude)]
    const outwards = cosLon * dx + sinLon * dy
    return {
      x: -sinLon * dx + cosLon * dy,
      y: -sinLat * outwards + cosLat * dz,
      z: cosLat * outwards + sinLat * dz,
    }
  }
}

function earthCentred({ latitudeDeg, longitudeDeg, altitudeM }: GeodeticPlace): Vec3 {
  const [latitude, longitude] = [radians(latitudeDeg), radians(longitudeDeg)]
  const sinLat = Math.sin(latitude)
  const radiusM = EQUATOR_RADIUS_M / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinLat * sinLat)
  const outwards = (radiusM + altitudeM) * Math.cos(latitude)
  return {
    x: outwards * Math.cos(longitude),
    y: outwards * Math.sin(longitude),
    z: (radiusM * (1 - ECCENTRICITY_SQUARED) + altitudeM) * sinLat,
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
