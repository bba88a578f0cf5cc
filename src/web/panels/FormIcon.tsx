import { Tooltip } from '@mantine/core'
import {
  Box,
  Brush,
  Circle,
  Diamond,
  type LucideIcon,
  Pentagon,
  PersonStanding,
  RectangleHorizontal,
  Spline,
  Waypoints,
} from 'lucide-react'
import type { GeometryKind } from '../../model/annotationType.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

/** The same as those of the tools that draw them. */
const ICONS: Readonly<Record<GeometryKind, LucideIcon>> = {
  rectangle: RectangleHorizontal,
  rotated_rectangle: Diamond,
  polygon: Pentagon,
  line: Spline,
  landmark: PersonStanding,
  ellipse: Circle,
  mask: Brush,
  cuboid: Box,
  polyline3d: Spline,
  keypoint3d: Waypoints,
}

/** Shows the form of an object. */
export function FormIcon({ form }: { form: GeometryKind }) {
  const t = useTranslator()
  const label = t(`geometry.${form}`)
  const Icon = ICONS[form]
  return (
    <Tooltip label={label}>
      <Icon className="panel-form" size="0.875rem" role="img" aria-label={label} />
    </Tooltip>
  )
}
