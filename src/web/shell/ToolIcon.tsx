import {
  Box,
  Brush,
  Circle,
  Crop,
  Diamond,
  Eraser,
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
  RectangleHorizontal,
  Scissors,
  Sparkles,
  Spline,
  Square,
  Waypoints,
} from 'lucide-react'

/** Icons by the name that a tool gives; a tool without one shows the first letters of its label. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  select: MousePointer2,
  pan: Hand,
  rectangle: RectangleHorizontal,
  box: Square,
  rotated_rectangle: Diamond,
  rotatedRectangle: Diamond,
  polygon: Pentagon,
  livewire: Magnet,
  line: Spline,
  polyline: Spline,
  landmark: PersonStanding,
  keypoints: PersonStanding,
  ellipse: Circle,
  slice: Scissors,
  mask: Brush,
  brush: Brush,
  eraser: Eraser,
  cuboid: Box,
  lasso: Lasso,
  move: Move3d,
  points: Waypoints,
  issue: MapPin,
  cut: Scissors,
  crop: Crop,
  ground: LandPlot,
  smart: Sparkles,
}

export function ToolIcon({ name, label }: { name: string; label: string }) {
  const Icon = ICONS[name]
  return Icon ? <Icon size="1.2rem" /> : <span style={{ fontSize: '0.7rem' }}>{label.slice(0, 3)}</span>
}
