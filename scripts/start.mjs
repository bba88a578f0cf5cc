// npm start, npm run demo: installs and builds what is missing, then runs the service in a separate process.
import { runChild } from './lib/child.mjs'
import { prepareService, serviceCommand } from './lib/service.mjs'

async function start(words) {
  if ((await prepareService()).stopped) return 0
  const { command, args, env } = serviceCommand(words)
  return (await runChild(command, args, { ipc: true, env })).code
}

start(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
