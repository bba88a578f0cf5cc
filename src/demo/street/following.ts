import { applyInversePose } from '../../geometry/pose.ts'
import type { ActorClassName } from './classes.ts'
import { isBoxData } from './markings.ts'
import type { Street, StreetFrame, StreetTruth } from './street.ts'
import type { SubmissionData } from './submission.ts'

/** Classes that can drive or ride behind something else. */
export const VEHICLES: readonly ActorClassName[] = ['car', 'van', 'truck', 'bus', 'trailer', 'motorcycle', 'cyclist']
export const FOLLOWS = 'follows'

/** A vehicle follows one that is at most this far ahead and to the side. */
const AHEAD_M = 30
const ASIDE_M = 1.5

/** Adds to the submission what each vehicle follows: the same vehicle ahead of it in every frame. */
export function withFollowing({ frames }: Street, submission: SubmissionData): SubmissionData {
  const { annotation_data: given } = submission
  if (!isBoxData(given)) return submission
  const tracks = given.tracks.map((track) => {
    const ahead = frames.map((frame) => aheadOf(frame, track.track_id))
    const [to] = ahead
    return to && ahead.every((one) => one === to) ? { ...track, relations: [{ name: FOLLOWS, to }] } : track
  })
  return { ...submission, annotation_data: { ...given, tracks } }
}

/** Track of the nearest moving vehicle in front of this one. */
function aheadOf({ truth }: StreetFrame, trackId: string): string | undefined {
  const moving = truth.filter(({ label, stationary }) => !stationary && VEHICLES.includes(label))
  const from = moving.find((one) => one.trackId === trackId)
  if (!from) return undefined
  const placeOf = ({ cuboid }: StreetTruth) => applyInversePose(from.cuboid, cuboid.position)
  return moving
    .map((other) => ({ trackId: other.trackId, ...placeOf(other) }))
    .filter(({ x, y }) => x > 0 && x < AHEAD_M && Math.abs(y) < ASIDE_M)
    .toSorted((a, b) => a.x - b.x)[0]?.trackId
}
