import './skeleton.css'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { SkeletonBody } from '../../../contract/tagParts.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** The 17 keypoints of a person as COCO has them, in its order. */
const PERSON: readonly (readonly [name: string, x: number, y: number])[] = [
  ['nose', 0.5, 0.1],
  ['left_eye', 0.54, 0.07],
  ['right_eye', 0.46, 0.07],
  ['left_ear', 0.6, 0.09],
  ['right_ear', 0.4, 0.09],
  ['left_shoulder', 0.68, 0.23],
  ['right_shoulder', 0.32, 0.23],
  ['left_elbow', 0.82, 0.38],
  ['right_elbow', 0.18, 0.38],
  ['left_wrist', 0.9, 0.52],
  ['right_wrist', 0.1, 0.52],
  ['left_hip', 0.6, 0.53],
  ['right_hip', 0.4, 0.53],
  ['left_knee', 0.62, 0.74],
  ['right_knee', 0.38, 0.74],
  ['left_ankle', 0.64, 0.96],
  ['right_ankle', 0.36, 0.96],
]

const personSkeleton = (): SkeletonBody => ({
  points: PERSON.map(([name, x, y]) => ({ name, x, y })),
  edges: [
    ...([
      [16, 14],
      [14, 12],
      [17, 15],
      [15, 13],
      [12, 13],
      [6, 12],
      [7, 13],
      [6, 7],
      [6, 8],
    ] as [number, number][]),
    ...([
      [7, 9],
      [8, 10],
      [9, 11],
      [2, 3],
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 5],
      [4, 6],
      [5, 7],
    ] as [number, number][]),
  ],
})

const firstSkeleton = (): SkeletonBody => ({ points: [{ name: '1', x: 0.5, y: 0.5 }], edges: [] })

/** Adds a point, joined to the last one, since most skeletons are chains. */
function withPoint({ points, edges }: SkeletonBody, x: number, y: number): SkeletonBody {
  const taken = new Set(points.map(({ name }) => name))
  let number = points.length + 1
  while (taken.has(String(number))) number++
  const edge: [number, number][] = points.length === 0 ? [] : [[points.length, points.length + 1]]
  return { points: [...points, { name: String(number), x, y }], edges: [...edges, ...edge] }
}

/** Labels are indexes in the list: later ones move up, and edges with them. */
function withoutPoint({ points, edges }: SkeletonBody, index: number): SkeletonBody {
  const moved = (label: number) => (label > index + 1 ? label - 1 : label)
  return {
    points: points.toSpliced(index, 1),
    edges: edges
      .filter((edge) => !edge.includes(index + 1))
      .map(([from, to]): [number, number] => [moved(from), moved(to)]),
  }
}

/** Joins two points, or takes the edge between them away. */
function withEdgeToggled(skeleton: SkeletonBody, from: number, to: number): SkeletonBody {
  if (from === to) return skeleton
  const others = skeleton.edges.filter((edge) => !(edge.includes(from) && edge.includes(to)))
  const isNew = others.length === skeleton.edges.length
  return { ...skeleton, edges: isNew ? [...others, [from, to]] : others }
}

interface Props {
  skeleton: SkeletonBody | null
  title: string
  onChange(skeleton: SkeletonBody | null): void
}

/** Keypoints of a class: their names, places in the template and what joins them. */
export function SkeletonEditor({ skeleton, title, onChange }: Props) {
  const t = useTranslator()
  if (!skeleton)
    return (
      <Group gap="xs">
        <Text size="sm">{t('skeleton.none')}</Text>
        <Button size="xs" variant="default" onClick={() => onChange(personSkeleton())}>
          {t('skeleton.person')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onChange(firstSkeleton())}>
          {t('skeleton.own')}
        </Button>
      </Group>
    )
  const rename = (index: number, name: string) =>
    onChange({ ...skeleton, points: skeleton.points.with(index, { ...skeleton.points[index], name }) })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {t('skeleton.title')}
        </Text>
        <IconButton
          label={t('common.removeNamed', { name: t('skeleton.of', { title }) })}
          icon={Trash2}
          onClick={() => onChange(null)}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('skeleton.hint')}
      </Text>
      <Group align="start" wrap="nowrap">
        <SkeletonPicture skeleton={skeleton} label={t('skeleton.of', { title })} onChange={onChange} />
        <ol className="skeleton-points">
          {skeleton.points.map(({ name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place, and names change while typed.
            <li key={index}>
              <Group gap={4} wrap="nowrap">
                <TextInput
                  size="xs"
                  aria-label={t('skeleton.nameOf', { number: index + 1 })}
                  value={name}
                  onChange={(event) => rename(index, event.currentTarget.value)}
                />
                <IconButton
                  label={t('common.removeNamed', { name })}
                  icon={Trash2}
                  disabled={skeleton.points.length === 1}
                  onClick={() => onChange(withoutPoint(skeleton, index))}
                />
              </Group>
            </li>
          ))}
        </ol>
      </Group>
    </Stack>
  )
}

const SIZE = 240
const RADIUS = 6
/** So far a press may tremble and still be a click. */
const TREMBLE = 3
const share = (length: number) => Math.min(1, Math.max(0, Math.round(length * 1000) / 1000))

interface PictureProps {
  skeleton: SkeletonBody
  label: string
  onChange(skeleton: SkeletonBody): void
}

/** Drag points; click elsewhere to add one; click two points in turn to join or separate them. */
function SkeletonPicture({ skeleton, label, onChange }: PictureProps) {
  const picture = useRef<SVGSVGElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [held, setHeld] = useState<{ index: number; x: number; y: number; isDragged: boolean } | null>(null)
  const placeOf = (event: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }
    return { x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) }
  }
  const { points, edges } = skeleton
  const indexAt = ({ x, y }: { x: number; y: number }) =>
    points.findIndex((point) => Math.hypot(point.x - x, point.y - y) * SIZE <= RADIUS + TREMBLE)
  const press = (event: PointerEvent<SVGSVGElement>) => {
    const at = placeOf(event)
    const index = indexAt(at)
    if (index < 0) {
      onChange(withPoint(skeleton, at.x, at.y))
      return
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ index, ...at, isDragged: false })
  }
  const drag = (event: PointerEvent) => {
    if (!held) return
    const at = placeOf(event)
    const isDragged = held.isDragged || Math.hypot(at.x - held.x, at.y - held.y) * SIZE > TREMBLE
    setHeld({ ...held, isDragged })
    if (isDragged) onChange({ ...skeleton, points: points.with(held.index, { ...points[held.index], ...at }) })
  }
  const release = () => {
    if (held && !held.isDragged) {
      if (chosen !== null && chosen !== held.index) onChange(withEdgeToggled(skeleton, chosen + 1, held.index + 1))
      setChosen(chosen === null ? held.index : null)
    }
    setHeld(null)
  }
  return (
    <svg
      ref={picture}
      className="skeleton-picture"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
    >
      {edges.map(([from, to]) => (
        <line
          key={`${from}-${to}`}
          x1={(points[from - 1]?.x ?? 0) * SIZE}
          y1={(points[from - 1]?.y ?? 0) * SIZE}
          x2={(points[to - 1]?.x ?? 0) * SIZE}
          y2={(points[to - 1]?.y ?? 0) * SIZE}
        />
      ))}
      {points.map(({ x, y, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place, and names change while typed.
        <g key={index} data-chosen={chosen === index || undefined}>
          <circle cx={x * SIZE} cy={y * SIZE} r={RADIUS} />
          <text x={x * SIZE + RADIUS + 2} y={y * SIZE + 4}>
            {index + 1}
          </text>
          <title>{name}</title>
        </g>
      ))}
    </svg>
  )
}
