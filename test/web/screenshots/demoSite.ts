import type { UserCreated } from '../../../src/client/types/admin.ts'
import type { JobRecord } from '../../../src/client/types/jobs.ts'
import type { MeAnswer } from '../../../src/contract/people.ts'
import { Api, until } from '../../support/apiClient.ts'
import { PASSWORD, Person } from '../../support/person.ts'
import { ServiceProcess } from '../../support/serviceProcess.ts'
import { buildSite } from '../site.ts'

/** The demo as `npm run demo` starts it, in a temporary folder and on free ports, with an admin signed in. */
export class DemoSite {
  readonly service: ServiceProcess
  readonly person: Person
  readonly #admin: Api

  private constructor(service: ServiceProcess, admin: Api, person: Person) {
    this.service = service
    this.#admin = admin
    this.person = person
  }

  /** Resolves when the demo has sent all its jobs and seen them through. */
  static async start(): Promise<DemoSite> {
    await buildSite()
    // Tests wait for leases to run out; here each job stays assigned.
    const service = await ServiceProcess.start({ command: 'demo', env: { LEASE_SECONDS: '600' } })
    try {
      await until(async () => {
        if (!service.isRunning) throw new Error(`the demo stopped:\n${service.output}`)
        return / arrived: .*\n/.test(service.output)
      })
      const admin = new Api(service.baseUrl, service.adminKey)
      return new DemoSite(service, admin, await signIn(admin))
    } catch (error) {
      await service.remove()
      throw error
    }
  }

  /** The project's id. @throws Error when there is none */
  async project(name: string): Promise<string> {
    const { projects } = await this.#admin.get<{ projects: { project_id: string; name: string }[] }>('/v1/projects')
    const found = projects.find((project) => project.name === name)
    if (!found) throw new Error(`the demo has no project "${name}"`)
    return found.project_id
  }

  /** Assigns the job to the person; a completed one is opened again, with everything that was annotated in it. */
  async claim(projectName: string, referenceId: string): Promise<string> {
    const jobs = `/v1/projects/${await this.project(projectName)}/jobs`
    const job = await this.#admin.get<JobRecord>(`${jobs}?reference_id=${referenceId}`)
    if (job.stage === 'completed') await this.#admin.post(`${jobs}/${job.job_id}/reopen`)
    await this.person.post(`/api/jobs/${job.job_id}/claim`)
    return job.job_id
  }
}

async function signIn(admin: Api): Promise<Person> {
  const email = 'annotator@example.com'
  const invited = await admin.post<UserCreated>('/v1/users', { email, role: 'admin', projects: [] })
  const person = new Person(admin.baseUrl)
  const token = new URL(invited.invite_url).hash.slice('#token='.length)
  person.userId = (await person.post<MeAnswer>('/api/invitation/accept', { token, password: PASSWORD })).userId
  person.email = email
  return person
}
