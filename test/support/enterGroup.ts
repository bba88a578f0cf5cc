// Loaded by the service before its own modules: with all that it starts it is in the group from the first moment on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

writeFileSync(join(process.env.MEMORY_GROUP ?? '', 'cgroup.procs'), String(process.pid))
