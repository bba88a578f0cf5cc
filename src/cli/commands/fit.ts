import { type Command, Option } from 'commander'
import { fitCuboid } from '../../model/fit/fitCuboid.ts'
import type { FitInput, FittedCuboid } from '../../model/fit/fitInput.ts'
import { fitNoteText } from '../../model/fit/fitNote.ts'
import { flattestAxis } from '../../model/fit/upAxis.ts'
import { PcdError, problemText } from '../../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../pcd/pcdReader.ts'
import { UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card } from '../table.ts'

interface FitOptions {
  from: string
  to: string
  size?: string
  sensor?: string
}

type Fitted = { cuboid: FittedCuboid['cuboid'] | null; refused: string | null; warnings: string[] } & Partial<
  Omit<FittedCuboid, 'cuboid' | 'reasons'> & { reasons: string[] }
>

export function fitCommands(program: Command, session: CliSession): void {
  program
    .command('fit')
    .argument('<cloud>', 'a PCD file; - for the standard input')
    .description('fit a cuboid to the points under a drag, as the workbench does; needs no service')
    .addOption(
      new Option(
        '--from <x,y>',
        'rear of the object on the ground, in the coordinates of the file',
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--to <x,y>', 'its front').makeOptionMandatory())
    .option('--size <l,w,h>', 'usual size of its class, metres')
    .option('--sensor <x,y,z>', 'where the lidar stood (else the VIEWPOINT of the file)')
    .action(async (cloud: string, options: FitOptions) => {
      const [fromX, fromY] = numbers(options.from, '--from', 2)
      const [toX, toY] = numbers(options.to, '--to', 2)
      const [length, width, height] = options.size === undefined ? [] : numbers(options.size, '--size', 3)
      if (options.size !== undefined && !(length > 0 && width > 0 && height > 0)) {
        throw new UsageError('--size needs three lengths above 0')
      }
      const sensor = options.sensor === undefined ? null : numbers(options.sensor, '--sensor', 3)
      const read = await readCloud(session, cloud)
      const fitted = 'refused' in read ? { cuboid: null, refused: read.refused, warnings: [] } : fit(read)
      if (fitted.refused !== null) session.exitCode = 1
      session.print(fitted, fittedText)

      function fit(file: PcdCloud): Fitted {
        const result = fitCuboid({
          positions: file.positions,
          classSize: options.size === undefined ? null : { length, width, height },
          sensorPosition: sensor ? { x: sensor[0], y: sensor[1], z: sensor[2] } : sensorOf(file),
          gesture: { kind: 'drag', from: { x: fromX, y: fromY }, to: { x: toX, y: toY } },
        })
        const warnings = warningsOf(file)
        if ('refused' in result) return { cuboid: null, refused: fitNoteText(result.refused), warnings }
        return { ...result, reasons: result.reasons.map(fitNoteText), refused: null, warnings }
      }
    })
}

function numbers(text: string, option: string, count: number): number[] {
  const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (values.length === count && values.every(Number.isFinite)) return values
  throw new UsageError(`${option} needs ${count} numbers with commas between them, not "${text}"`)
}

async function readCloud(session: CliSession, cloud: string): Promise<PcdCloud | { refused: string }> {
  try {
    return await readPcd(session.io.read(cloud), DEFAULT_PCD_LIMITS)
  } catch (error) {
    if (error instanceof PcdError) return { refused: error.problems.map(problemText).join('; ') }
    if (error instanceof Error && 'syscall' in error) return { refused: `cannot read ${cloud}: ${error.message}` }
    throw error
  }
}

/** The viewpoint of the file; the origin if the file has none, unless no point surrounds it. */
function sensorOf({ header, bounds }: PcdCloud): FitInput['sensorPosition'] {
  const [x = 0, y = 0, z = 0] = (header.viewpoint ?? '').split(/\s+/).filter(Boolean).map(Number)
  const isAmong = (at: number, axis: 0 | 1): boolean =>
    bounds !== undefined && at >= bounds.min[axis] && at <= bounds.max[axis]
  return isAmong(x, 0) && isAmong(y, 1) ? { x, y, z } : undefined
}

function warningsOf({ positions }: PcdCloud): string[] {
  const up = flattestAxis(positions)
  if (up === null || up === 'z') return []
  return [`the cloud is flattest along ${up}: z does not seem to point up, as a fit needs it`]
}

function fittedText({ cuboid, refused, pointCount, reasons, warnings }: Fitted): string {
  const notes = warnings.map((warning) => `warning: ${warning}\n`).join('')
  if (!cuboid) return `${notes}refused: ${refused}\n`
  const { position, heading, dimensions } = cuboid
  const list = (values: object): string =>
    Object.values(values)
      .map((value: number) => value.toFixed(3))
      .join(' ')
  return `${notes}${card({
    position: list(position),
    heading: list(heading),
    dimensions: list(dimensions),
    points: pointCount,
    notes: reasons?.join('; ') || undefined,
  })}`
}
