import { Badge } from '@mantine/core'
import type { Stage } from '../../model/stage.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { STAGE_COLORS } from './stageColors.ts'

export function StageBadge({ stage }: { stage: Stage }) {
  const t = useTranslator()
  return (
    <Badge variant="light" color={STAGE_COLORS[stage]} size="sm" tt="none" fw={600} miw="max-content">
      {t(`stage.${stage}`)}
    </Badge>
  )
}
