import type { IssuePlace } from '../../formats/workbench/issues.ts'

/** Where an issue is pinned, in words. @param object how the object is called; null: it is pinned to none */
export function placeText({ frame, sensorId, imagePoint, position }: IssuePlace, object: string | null): string {
  const parts = [
    ...(object === null ? [] : [object]),
    ...(imagePoint || position ? ['a place'] : []),
    ...(sensorId === undefined ? [] : [sensorId]),
    ...(frame === undefined ? [] : [`frame ${frame}`]),
  ]
  return parts.length === 0 ? 'the job' : parts.join(', ')
}
