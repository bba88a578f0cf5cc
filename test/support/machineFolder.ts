import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, chooseAccount, spawnAs } from '../../src/store/postgres/account.ts'
import { until } from './apiClient.ts'
import { freePort } from './freePort.ts'
import { Machine } from './machine.ts'

/** Where the machines of a test have their data, for the account that PostgreSQL runs as. */
export class MachineFolder {
  readonly #home: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'fiducial-machines-'))
  readonly #account: Account
  readonly #machines: Machine[] = []

  /** @param home of PostgreSQL, which holds bin/postgres */
  constructor(home: string) {
    this.#home = home
    chmodSync(this.#folder, 0o755)
    this.#account = chooseAccount(join(this.#folder, 'machine'))
    chownSync(this.#folder, this.#account.uid, this.#account.gid)
  }

  /** Adds an empty machine. @param settings lines of postgresql.conf */
  async add(settings = ''): Promise<Machine> {
    const machine = await this.#make(settings, (data) =>
      this.#execute(join(this.#home, 'bin', 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-N']),
    )
    await machine.start()
    return machine
  }

  /** A replica of a machine, which waits for it with each commit from now on. */
  async addStandby(primary: Machine): Promise<Machine> {
    await primary.stop()
    const { data: source, port } = primary.place
    const standby = await this.#make(`primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`, (data) =>
      this.#execute('cp', ['-R', source, data]),
    )
    this.#execute('touch', [join(standby.place.data, 'standby.signal')])
    await primary.start()
    await standby.start()
    await primary.run(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
    await until(async () => {
      const [followed] = await primary.run('select sync_state from pg_stat_replication')
      return followed?.sync_state === 'sync'
    })
    return standby
  }

  async clear(): Promise<void> {
    await Promise.all(this.#machines.map((machine) => machine.stop()))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #make(settings: string, fill: (data: string) => void): Promise<Machine> {
    const data = join(this.#folder, `machine-${this.#machines.length}`)
    fill(data)
    const port = await freePort()
    appendFileSync(
      join(data, 'postgresql.conf'),
      `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${this.#folder}'\n${settings}\n`,
    )
    const machine = new Machine({ home: this.#home, data, port, options: this.#options })
    this.#machines.push(machine)
    return machine
  }

  #execute(program: string, words: readonly string[]): void {
    execFileSync(program, words, this.#options)
  }

  get #options() {
    return { ...spawnAs(this.#account), cwd: this.#folder, stdio: 'ignore' as const }
  }
}
