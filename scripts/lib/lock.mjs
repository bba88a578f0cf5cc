import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const holderOf = (file) => {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch {
    return null
  }
}

/** Runs `work` while no other process of this clone does; a lock whose holder has died is taken over. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let told = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = holderOf(file)
    if (holder !== null && !isAlive(holder)) {
      rmSync(file, { force: true })
      continue
    }
    if (!told) process.stderr.write(`Waiting for another process that installs or builds (${holder ?? 'unknown'})…\n`)
    told = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
