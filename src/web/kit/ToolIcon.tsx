import {
  Box,
  Brush,
  Circle,
  Crop,
  Diamond,
  Eraser,
  Grid3x3,
  Hand,
  LandPlot,
  Lasso,
  type LucideIcon,
  Magnet,
  MapPin,
  MousePointer2,
  Move3d,
  Pentagon,
  PersonStanding,
  Puzzle,
  RectangleHorizontal,
  Ruler,
  Scissors,
  Sparkles,
  Spline,
  Square,
  SquareDashedMousePointer,
  WandSparkles,
  Waypoints,
} from 'lucide-react'
import type { GeometryKind } from '../../model/annotationType.ts'

/** Icons of shapes, the same in tools and lists. */
export const SHAPE_ICONS: Readonly<Record<GeometryKind, LucideIcon>> = {
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

/** Icons by the name that a tool gives; a tool without one shows the first letters of its label. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  ...SHAPE_ICONS,
  select: MousePointer2,
  pan: Hand,
  box: Square,
  rotatedRectangle: Diamond,
  livewire: Magnet,
  object: SquareDashedMousePointer,
  wand: WandSparkles,
  superpixels: Puzzle,
  polyline: Spline,
  keypoints: PersonStanding,
  slice: Scissors,
  brush: Brush,
  eraser: Eraser,
  lasso: Lasso,
  move: Move3d,
  points: Waypoints,
  issue: MapPin,
  cut: Scissors,
  crop: Crop,
  ground: LandPlot,
  surface: Grid3x3,
  smart: Sparkles,
  ruler: Ruler,
}

export function ToolIcon({ name, label }: { name: string; label: string }) {
  const Icon = ICONS[name]
  return Icon ? <Icon size="1.2rem" /> : <span style={{ fontSize: '0.7rem' }}>{label.slice(0, 3)}</span>
}
