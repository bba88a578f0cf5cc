import type { WireAttributes } from '../records/flatRecords.ts'

/** Attribute values of the job itself and of its frames, for formats that cannot hold them. */
export function ownAttributeCount(data: {
  job_attributes?: object
  image_attributes?: object
  frame_attributes?: Readonly<Record<string, object>>
}): number {
  const { job_attributes: ofJob = {}, image_attributes: ofImage = {}, frame_attributes: ofFrames = {} } = data
  return [ofJob, ofImage, ...Object.values(ofFrames)].reduce((count, group) => count + Object.keys(group).length, 0)
}

export const valueCount = (attributes: WireAttributes): number => Object.keys(attributes).length
