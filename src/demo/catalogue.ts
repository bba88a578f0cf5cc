import type { NewProject, TagBody } from '../client/types/admin.ts'
import { encodeMask } from '../formats/results/runLengths.ts'
import { withFollowing } from './street/following.ts'
import {
  fusionJob,
  imageJob,
  type JobNaming,
  lidarJob,
  linkedJob,
  type StreetJob,
  segmentationJob,
  videoJob,
} from './street/jobs.ts'
import { withMarkings } from './street/markings.ts'
import { makeStreet, type Street, type StreetTruth } from './street/street.ts'
import { type SubmissionData, seenIn, shotOf } from './street/submission.ts'
import { fusionTag, imageTag, linkedTag, segmentationTag, videoTag } from './tags.ts'

/**
 * The full ground truth of one image: for each object the bounds of its whole box, and its visible pixels. Attributes
 * have the names of the images' tag.
 */
function imageTruth(street: Street, frameIndex: number, sensorId = 'front'): SubmissionData {
  const frame = street.frames[frameIndex]
  const shot = shotOf(frame, sensorId)
  const seen = seenIn(frame, shot)
  const { actors, width, height } = shot.render()
  const rectangles = seen.map(({ object, coordinates }) => ({
    label: object.label,
    attributes: attributesOf(object),
    coordinates,
  }))
  const masks = seen.map(({ object }) => {
    const pixels = Uint8Array.from(actors, (actor) => (actor === object.actor ? 1 : 0))
    const { counts } = encodeMask(pixels, height, width)
    return { label: object.label, attributes: attributesOf(object), size: [height, width], counts }
  })
  return { image_attributes: { weather: { value: 'clear' } }, annotations: { rectangles, masks } }
}

const attributesOf = (object: StreetTruth): object =>
  object.label === 'car' ? { parked: { value: object.stationary } } : {}

export interface DemoProject {
  /** Part of addresses and of the state that is stored between runs. */
  key: string
  name: string
  base: NewProject['base']
  review: boolean
  /** In which frame its point clouds are; left out, the service finds out by itself. */
  pointCloudFrame?: NewProject['point_cloud_frame']
  tags: Readonly<Record<string, TagBody>>
}

export interface DemoJob {
  /** Key of its project. */
  project: string
  kind: string
  /** Folder of its files. */
  street: string
  /** The program submits the ground truth; otherwise the job waits for people. */
  byProgram: boolean
  job: StreetJob
  truth(): SubmissionData
}

export const DEMO_PROJECTS: readonly DemoProject[] = [
  { key: 'images', name: 'Demo: images', base: 'IMAGE', review: false, tags: { street_objects: imageTag } },
  {
    key: 'review',
    name: 'Demo: images with review',
    base: 'IMAGE',
    review: true,
    tags: { street_objects: imageTag },
  },
  { key: 'video', name: 'Demo: video', base: 'VIDEO', review: false, tags: { street_tracks: videoTag } },
  {
    key: 'fusion',
    name: 'Demo: sensor fusion',
    base: 'SENSOR_FUSION',
    review: false,
    tags: { cuboids: fusionTag, linked_boxes: linkedTag, lidar_cuboids: fusionTag },
  },
  {
    key: 'segmentation',
    name: 'Demo: point cloud segmentation',
    base: 'POINT_CLOUD_SEGMENTATION',
    review: false,
    // A single frame near the origin does not show in which frame its points are.
    pointCloudFrame: 'sensor',
    tags: { street_points: segmentationTag },
  },
]

/**
 * Every job of the demo. Only `filesUrl` (with its slash) differs between starts, so a second start finds the jobs by
 * their reference_ids.
 */
export function demoJobs(filesUrl: string): DemoJob[] {
  return [...imageJobs(filesUrl), ...videoJobs(filesUrl), ...cloudJobs(filesUrl)]
}

function naming(filesUrl: string, street: string, referenceId: string, tag: string): JobNaming {
  return { referenceId, tag, baseUrl: `${filesUrl}${street}/`, imageExtension: 'jpg' }
}

function imageJobs(filesUrl: string): DemoJob[] {
  // The frames are twelve metres apart, so that no image looks like the previous one.
  const town = makeStreet({ seed: 11, frames: 8, secondsPerFrame: 2 })
  const one = (project: string, index: number, byProgram: boolean): DemoJob => ({
    project,
    kind: project === 'review' ? 'image with review' : 'image',
    street: 'town',
    byProgram,
    job: imageJob(town, naming(filesUrl, 'town', `image-${index + 1}`, 'street_objects'), index),
    truth: () => imageTruth(town, index),
  })
  const images = [0, 1, 2, 3, 4, 5].map((index) => one('images', index, index === 0))
  return [...images, one('review', 6, true), one('review', 7, false)]
}

function videoJobs(filesUrl: string): DemoJob[] {
  return [21, 22].map((seed, i) => {
    const street = `drive-${i + 1}`
    const job = videoJob(makeStreet({ seed, frames: 20 }), naming(filesUrl, street, `video-${i + 1}`, 'street_tracks'))
    return { project: 'video', kind: 'video', street, byProgram: i === 0, job, truth: job.submission }
  })
}

type Build = (street: Street, naming: JobNaming) => StreetJob

function cloudJobs(filesUrl: string): DemoJob[] {
  return [31, 32].flatMap((seed, i) => {
    const ride = makeStreet({ seed, frames: 8, traffic: 'dense' })
    const street = `ride-${i + 1}`
    const one = (project: string, kind: string, tag: string, build: Build): DemoJob => {
      const job = build(ride, naming(filesUrl, street, `${tag}-${i + 1}`, tag))
      const truth = () => withFollowing(ride, withMarkings(ride, job.submission()))
      return { project, kind, street, byProgram: i === 0, job, truth }
    }
    return [
      one('fusion', 'lidar and cameras', 'cuboids', fusionJob),
      one('fusion', 'linked boxes', 'linked_boxes', linkedJob),
      one('fusion', 'lidar alone', 'lidar_cuboids', lidarJob),
      one('segmentation', 'segmentation', 'street_points', segmentationJob),
    ]
  })
}
