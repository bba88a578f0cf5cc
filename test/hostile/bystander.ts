import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const SERVER = `
const server = require('node:http').createServer((_, answer) => answer.end('{}'))
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())`

/** A server that does nothing: the time of calls to it is due to the machine alone. */
export class Bystander {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.url = `http://127.0.0.1:${port}/`
  }

  static async start(): Promise<Bystander> {
    const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [port] = await once(child, 'message')
    return new Bystander(child, Number(port))
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}
