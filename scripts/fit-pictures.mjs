// npm run pictures: draws docs/images/fit-*.svg, objects of the synthetic street seen from above with the drag, the
// fitted cuboid and the ground truth. Run it again whenever the fit or the street changes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRandom } from '../src/demo/street/random.ts'
import { applyPose } from '../src/geometry/pose.ts'
import { fitCuboid } from '../src/model/fit/fitCuboid.ts'
import { FIELD_CLASSES } from '../test/fit/fieldClasses.ts'
import { drawnDrag, HANDS } from '../test/fit/handDrag.ts'
import { denseStreet, streetClouds } from '../test/fit/streetTruth.ts'
import { fromRoot } from './lib/paths.mjs'

const SIDE_PX = 360
const PICTURES = [
  { file: 'fit-car', label: 'car' },
  { file: 'fit-cyclist', label: 'cyclist' },
  { file: 'fit-pedestrian', label: 'pedestrian' },
]

const clouds = streetClouds([2, 6], 1, denseStreet)
mkdirSync(fromRoot('docs', 'images'), { recursive: true })
for (const { file, label } of PICTURES) {
  const [cloud, object] = clouds
    .flatMap((each) => each.objects.map((found) => [each, found]))
    .filter(([, found]) => found.label === label && found.pointCount > 150)[1]
  writeFileSync(fromRoot('docs', 'images', `${file}.svg`), picture(cloud, object))
}

function picture({ positions, sensorPosition }, object) {
  const { cuboid: truth, label } = object
  const gesture = drawnDrag(truth, HANDS[1], createRandom(4))
  const result = fitCuboid({ positions, sensorPosition, classSize: FIELD_CLASSES[label], gesture })
  const spanM = 2.2 * Math.max(truth.dimensions.length, 2.2)
  const scale = SIDE_PX / spanM
  const at = ({ x, y }) => [
    (SIDE_PX / 2 + (x - truth.position.x) * scale).toFixed(1),
    (SIDE_PX / 2 - (y - truth.position.y) * scale).toFixed(1),
  ]
  const points = []
  const bottom = truth.position.z - truth.dimensions.height / 2
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3)
    const isNear = Math.max(Math.abs(x - truth.position.x), Math.abs(y - truth.position.y)) < spanM / 2
    if (isNear && z > bottom + 0.15 && z < bottom + 1.3 * truth.dimensions.height) points.push(at({ x, y }))
  }
  const kept = points.filter((_, i) => i % Math.max(1, Math.round(points.length / 700)) === 0)
  const outline = ({ dimensions: { length, width }, ...pose }) =>
    [
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ]
      .map(([a, b]) => at(applyPose(pose, { x: (a * length) / 2, y: (b * width) / 2, z: 0 })).join(','))
      .join(' ')
  const [x1, y1] = at(gesture.from)
  const [x2, y2] = at(gesture.to)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE_PX} ${SIDE_PX}" role="img">
<title>${label}: drag, fitted cuboid and truth seen from above</title>
<rect width="${SIDE_PX}" height="${SIDE_PX}" fill="#14161a"/>
<path d="${kept.map(([x, y]) => `M${x} ${y}h1.6v1.6h-1.6z`).join('')}" fill="#8fa3b8"/>
<polygon points="${outline(truth)}" fill="none" stroke="#58c26b" stroke-width="1.5" stroke-dasharray="5 4"/>
${'cuboid' in result ? `<polygon points="${outline(result.cuboid)}" fill="none" stroke="#ffb454" stroke-width="2"/>` : ''}
<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#ff6b81" stroke-width="2"/>
<circle cx="${x2}" cy="${y2}" r="4" fill="#ff6b81"/>
</svg>
`
}
