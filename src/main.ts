import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAlone } from './alone.ts'
import { type Config, demoEnvironment, readConfig } from './config.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import { type Service, startService } from './service.ts'
import { adminKeyFile } from './store/cluster/keys/adminKey.ts'

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
  if (command === 'demo') Object.assign(process.env, demoEnvironment(process.env))
  const config = readConfig(process.env)
  const service = await startService(config, process.env)
  const demo = command === 'demo' ? showDemo(service, config) : null
  try {
    const reason = await (demo ? Promise.race([told, demo.broken]) : told)
    service.log.info({ reason }, 'stopping')
  } finally {
    await demo?.stop()
    await service.stop()
  }
}

function showDemo({ baseUrl, localUrl }: Service, { dataDir, port }: Config): Demo {
  return startDemo({
    baseUrl,
    localUrl,
    adminKey: readFileSync(adminKeyFile(dataDir), 'utf8').trim(),
    folder: join(dataDir, 'demo'),
    port: port === 0 ? 0 : port + 1,
  })
}

main(process.argv[2] ?? 'serve').then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  },
)
