import { GroundHeights, groundPoints } from '../../../model/segmentation/ground.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { GroundAnswer, GroundRequest } from './groundMarksMessages.ts'

// Says which points of a cloud lie on the ground, off the page's thread.

serveWorker<GroundRequest, GroundAnswer>({
  answer({ positions, relativeFromCloud }) {
    const pointCount = positions.length / 3
    const cloud = { positions, relativeFromCloud, slots: new Uint16Array(pointCount) }
    const ground = new Uint8Array(pointCount)
    for (const point of groundPoints(cloud, new GroundHeights(cloud))) ground[point] = 1
    return { result: ground, transfer: [ground.buffer] }
  },
})
