import { Badge } from '@mantine/core'
import type { Stage } from '../../model/stage.ts'
import { STAGE_COLORS, STAGE_WORDS } from './words.ts'

export function StageBadge({ stage }: { stage: Stage }) {
  return (
    <Badge variant="light" color={STAGE_COLORS[stage]} size="sm" tt="none" fw={600}>
      {STAGE_WORDS[stage]}
    </Badge>
  )
}
