import type { Finding } from '../../model/checks/finding.ts'
import type { WireFinding } from './findingAnswer.ts'

/** @param isOneRecord whether an object has one record, whose id is its own */
export function writeFinding(finding: Finding, frameIds: readonly string[], isOneRecord: boolean): WireFinding {
  const { code, severity, where, frames, message, values } = finding
  const { trackId, otherTrackId, legendEntryId, sensorId, attribute } = where
  return {
    code,
    severity,
    ...(trackId !== undefined && { track_id: trackId, ...(isOneRecord && { record_id: trackId }) }),
    ...(otherTrackId !== undefined && { other_track_id: otherTrackId }),
    ...(legendEntryId !== undefined && { legend_entry_id: legendEntryId }),
    ...(sensorId !== undefined && sensorId !== '' && { sensor_id: sensorId }),
    ...(attribute !== undefined && { attribute }),
    ...(frames && { frame_ids: frames.map((frame) => frameIds[frame]), count: frames.length }),
    message,
    ...(values && { values }),
  }
}

/** @param frameOf indexes of frames by their ids */
export function readFinding(sent: WireFinding, frameOf: ReadonlyMap<string, number>): Finding {
  const frames = sent.frame_ids?.flatMap((id) => frameOf.get(id) ?? [])
  return {
    code: sent.code,
    severity: sent.severity,
    where: {
      ...(sent.track_id !== undefined && { trackId: sent.track_id }),
      ...(sent.other_track_id !== undefined && { otherTrackId: sent.other_track_id }),
      ...(sent.legend_entry_id !== undefined && { legendEntryId: sent.legend_entry_id }),
      ...(sent.sensor_id !== undefined && { sensorId: sent.sensor_id }),
      ...(sent.attribute !== undefined && { attribute: sent.attribute }),
      ...(frames?.[0] !== undefined && { frame: frames[0] }),
    },
    ...(frames && { frames }),
    message: sent.message,
    ...(sent.values && { values: sent.values }),
  }
}
