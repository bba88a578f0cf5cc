import type { AnnotatedDocument } from '../document/document.ts'
import { heldFrames } from '../document/held.ts'
import type { UnratedFinding } from './finding.ts'
import { findingAt } from './trackRecords.ts'

/** Objects that keep their last pose in frames in which they were never placed. */
export function checkHeld(document: AnnotatedDocument): UnratedFinding[] {
  if (document.frameCount < 2) return []
  const findings: UnratedFinding[] = []
  for (const track of document.tracks.values()) {
    const frames = heldFrames(document, track)
    if (frames.length === 0) continue
    const message = `held in ${frames.length} frames after the last one that was placed`
    findings.push({ code: 'HELD', ...findingAt(track, frames), message, values: { frames: frames.length } })
  }
  return findings
}
