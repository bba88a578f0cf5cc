import type { LineLook } from '../../tokens.ts'

/** A line in the style of the scene. */
export const LineSample = ({ look: { color, dash } }: { look: LineLook }) => (
  <svg width="28" height="12" aria-hidden className="line-sample">
    <line x1="1" y1="6" x2="27" y2="6" stroke={color} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
  </svg>
)
