import { GroundHeights } from '../../../model/segmentation/ground.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { GroundAnswer, GroundRequest } from './groundMarksMessages.ts'

// Says which points of a cloud lie on the ground, off the page's thread.

/** The height above the ground up to which points count as road, so that objects on it stay visible. */
const ABOVE_M = 0.3
const ALL = { takes: Uint8Array.of(1), shows: Uint8Array.of(1), heightsM: null, crop: null }

serveWorker<GroundRequest, GroundAnswer>({
  answer({ positions, relativeFromCloud }) {
    const pointCount = positions.length / 3
    const cloud = { positions, relativeFromCloud, slots: new Uint16Array(pointCount) }
    const ground = new Uint8Array(pointCount)
    for (const point of new GroundHeights(cloud).points(cloud, ABOVE_M, ALL)) ground[point] = 1
    return { result: ground, transfer: [ground.buffer] }
  },
})
