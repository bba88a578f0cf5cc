import type { Command } from 'commander'
import { inspectPcd, type PcdInspection } from '../../pcd/inspectPcd.ts'
import { problemText } from '../../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { RefusedError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card } from '../table.ts'

export function pcdCommands(program: Command, session: CliSession): void {
  program
    .command('pcd')
    .description('point cloud files')
    .command('inspect')
    .argument('<file>', 'a PCD file; - for the standard input')
    .description('what is in a file, and whether the service takes it')
    .action(async (file: string) => {
      const inspection = await inspectPcd(session.io.read(file), DEFAULT_PCD_LIMITS).catch((error: unknown) => {
        throw isFileError(error) ? new RefusedError(`cannot read ${file}: ${error.message}`) : error
      })
      if (!inspection.accepted) session.exitCode = 1
      session.print(inspection, inspectionText)
    })
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

function inspectionText(inspection: PcdInspection): string {
  const { accepted, bytes, header, bounds, problems } = inspection
  if (!accepted)
    return `refused, ${bytes} bytes read\n${problems.map((problem) => `  ${problemText(problem)}\n`).join('')}`
  return card({
    verdict: 'accepted',
    bytes,
    version: header?.version,
    encoding: header?.encoding,
    fields: header?.fields
      .map(({ name, type, size, count }) => `${name}:${type}${size}${count > 1 ? `×${count}` : ''}`)
      .join(' '),
    size: header && `${header.width} × ${header.height}`,
    viewpoint: header?.viewpoint,
    points: inspection.pointCount,
    'finite points': inspection.finiteCount,
    bounds: bounds && JSON.stringify(bounds),
    precision: inspection.precision,
    shown: inspection.shown?.join(' '),
    skipped: inspection.skipped?.join(' '),
  })
}
