import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import type { Pose } from '../../geometry/pose.ts'
import { severityOf } from '../../model/checks/severity.ts'
import type { Tag } from '../../model/tag.ts'
import type { ApiContext } from '../context.ts'
import { type KnownPlan, localClouds } from './knownPlan.ts'

const TIME_LIMIT_MS = 60_000
const AT_ONCE = 2

interface Looking {
  lane: string
  plan: KnownPlan
  document: EncodedDocument
  tag: Tag
  signal: AbortSignal
}

/**
 * Adds to what is known of the vehicle's motion, by the earlier frame, where the job has no poses and some object moves
 * faster than it can as the vehicle sees it: whether it does so over the ground, the clouds tell.
 */
export async function learnMotions(
  context: ApiContext,
  { lane, plan, document, tag, signal }: Looking,
  known: Map<number, Pose | null>,
): Promise<void> {
  if (plan.hasEgoPose || plan.clouds.length === 0) return
  if (severityOf('SPEED', tag) === null && severityOf('TURN_RATE', tag) === null) return
  const { threads } = context
  const options = { lane, timeLimitMs: TIME_LIMIT_MS, signal }
  const order = { document: packDocument(document), tag, times: plan.times }
  const frames = (await threads.run('fastFramesOf', order, options)).filter((frame) => !known.has(frame))
  const byFrame = Map.groupBy(plan.clouds, ({ frame }) => frame)
  const estimate = async (frame: number) => {
    const [before, now] = await Promise.all(
      [frame, frame + 1].map((one) => localClouds(context, plan, byFrame.get(one) ?? [])),
    )
    const isThere = before.length > 0 && now.length > 0
    // What the clouds do not show in time is not known: everything else is found all the same.
    const unknown = () => {
      signal.throwIfAborted()
      return null
    }
    known.set(frame, isThere ? await threads.run('estimateMotion', { before, now }, options).catch(unknown) : null)
  }
  const left = frames.values()
  const work = async () => {
    for (const frame of left) await estimate(frame)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
