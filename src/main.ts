import { startAlone } from './alone.ts'
import { readConfig } from './config.ts'
import { startService } from './service.ts'

/** Stops on signals, and when the launcher that started this process is gone. */
function untilTold(): Promise<string> {
  return new Promise((resolve) => {
    // `on`, not `once`: a terminal signals the whole group and the launcher passes the signal on; the second one, with
    // nobody listening, would end the process in the middle of its stopping.
    process.on('SIGTERM', () => resolve('SIGTERM'))
    process.on('SIGINT', () => resolve('SIGINT'))
    process.once('disconnect', () => resolve('the launcher ended'))
  })
}

async function main(command: string): Promise<void> {
  if (command === 'alone') return startAlone()
  const told = untilTold()
  const service = await startService(readConfig(process.env), process.env)
  const reason = await told
  service.log.info({ reason }, 'stopping')
  await service.stop()
}

main(process.argv[2] ?? 'serve').then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  },
)
