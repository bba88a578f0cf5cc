import { join, resolve } from 'node:path'
import {
  bodyBytes,
  durationMs,
  durations,
  listOf,
  type ReadSetting,
  readBaseUrl,
  readBodyMemory,
  readDatabaseUrl,
  readDirectUrl,
  readPasswordSignIn,
  readRoles,
  readTrustProxy,
  whole,
} from './settingReaders.ts'

const MIB = 1024 * 1024

interface Setting<T = unknown> {
  /** Its name in `Config`; left out where several settings make one value. */
  field?: string
  /** Its default as the handbook writes it. */
  shown: string
  /** Its meaning, as the handbook writes it. */
  text: string
  read?: ReadSetting<T>
  /** `NAME_FILE` may name a file that holds the value, as orchestrators mount secrets. */
  isSecret?: true
}

/** All settings, in the order of the handbook. docs/operations.md is made of this table (`npm run settings`). */
export const SETTINGS = {
  HOST: {
    field: 'host',
    shown: '`127.0.0.1`',
    text: 'address to listen on',
    read: (text) => text ?? '127.0.0.1',
  },
  PORT: {
    field: 'port',
    shown: '`8080`',
    text: '0 = a free one, which is printed',
    read: whole(8080, 0),
  },
  BASE_URL: {
    field: 'baseUrl',
    shown: 'from host and port',
    text: 'public address; used in result, viewer and invitation links. A process with `ROLES=worker` alone needs it',
    read: readBaseUrl,
  },
  DATA_DIR: {
    field: 'dataDir',
    shown: '`./data`',
    text: 'admin key, embedded database, files, working space, and `models/NAME`: [models that run in the page](assistants.md#models-in-the-page), the same for each process with the role `api`. One for each process',
    read: (text) => resolve(text ?? './data'),
  },
  DATABASE_URL: {
    field: 'databaseUrl',
    shown: 'embedded PostgreSQL',
    text: '`postgres://user:password@host:5432/database`, an outside PostgreSQL; refused while fsync, full_page_writes or synchronous_commit is off',
    read: readDatabaseUrl,
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    field: 'databaseDirectUrl',
    shown: 'none',
    text: 'PostgreSQL itself, where `DATABASE_URL` leads to PgBouncer in transaction mode; for migrations and notifications ([scale.md](scale.md))',
    read: readDirectUrl,
    isSecret: true,
  },
  STORAGE_URL: {
    field: 'storageUrl',
    shown: '`file:` under `DATA_DIR`',
    text: '`file:/path` or `s3://bucket/prefix`. It carries a marker of its database (`fiducial-database`): a storage of another database, or one without a marker where this database has left files elsewhere, is refused at the start. After moving files, or to accept that they are lost: `fiducial serve --accept-new-storage`, once',
    read: (text, { env }) => text ?? `file:${join(resolve(env.DATA_DIR || './data'), 'files')}`,
  },
  S3_ENDPOINT: {
    shown: "Amazon's, by region",
    text: 'endpoint of S3-compatible storage',
  },
  S3_REGION: {
    shown: '`us-east-1`',
    text: 'its region',
  },
  S3_ACCESS_KEY_ID: {
    shown: 'none',
    text: 'key of the storage',
    isSecret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    shown: 'none',
    text: 'its secret',
    isSecret: true,
  },
  STORAGE_READS: {
    field: 'storageReads',
    shown: '`proxy`',
    text: '`presigned`: browsers and links are led (302) to the bucket, by addresses that hold for ten minutes; calls with a key still read through the service. Browsers have to reach `S3_ENDPOINT`, and the bucket needs a CORS rule that allows GET from `BASE_URL`. What the bucket answers carries no content security policy: give it an origin that nothing else uses',
    read: (text) => text ?? 'proxy',
  },
  ROLES: {
    field: 'roles',
    shown: '`api,worker`',
    text: 'what this process does: answer HTTP, work on jobs and callbacks, or both',
    read: (text) => readRoles(text ?? 'api,worker'),
  },
  ALLOW_NETWORKS: {
    field: 'allowNetworks',
    shown: 'none',
    text: 'CIDRs, with commas, private networks that data and callback URLs may reach, such as `10.20.0.0/16`',
    read: (text) => text ?? '',
  },
  EGRESS_ADDRESSES: {
    field: 'egressAddresses',
    shown: 'none',
    text: "addresses that you call out from, with commas; published in `/v1/meta` for customers' firewalls",
    read: (text) => listOf(text ?? ''),
  },
  TRUST_PROXY: {
    field: 'trustProxy',
    shown: 'none',
    text: 'addresses and CIDRs of proxies whose `X-Forwarded-*` headers are trusted, with commas; or the number of proxies in front, such as `1`. `true` is refused: anyone could then claim any address',
    read: (text) => readTrustProxy(text?.trim() ?? ''),
  },
  SECRET_KEY: {
    shown: 'made once in `DATA_DIR/secret-key`',
    text: 'master key of the secrets in the database, at least 32 random bytes (`openssl rand -base64 32`); the same for all processes that share a database. The file that was made goes to another process as a copy in its `DATA_DIR`, or its content as `SECRET_KEY` (not where it has 44 characters: such a file of an earlier version can only be copied)',
    isSecret: true,
  },
  RATE_LIMIT: {
    field: 'rateLimit',
    shown: '`200`',
    text: 'writing calls a second for each key or person, bursts of twice that; a bulk call counts by its rows; 0 = none',
    read: whole(200, 0),
  },
  BODY_MEMORY: {
    field: 'bodyMemory',
    shown: 'a quarter of the memory, at most 1 GiB',
    text: 'bytes of all request bodies in work together, unpacked; beyond it 503 with `Retry-After`. A second body of the same key leaves half of it to others. Answers larger than 1 MiB hold room in it too, until they are taken',
    read: readBodyMemory,
  },
  MAX_BODY_BYTES: {
    field: 'maxBodyBytes',
    shown: '64 MiB (`67108864`)',
    text: 'of a job body, unpacked. `/v1/meta` publishes what holds: no more than `BODY_MEMORY`, and no more than a twentieth of the memory beyond 640 MiB (at least 8 MiB)',
    read: bodyBytes(64 * MIB),
  },
  MAX_RESULT_BYTES: {
    field: 'maxResultBytes',
    shown: '512 MiB (`536870912`)',
    text: 'of a submitted result',
    read: bodyBytes(512 * MIB),
  },
  MAX_UPLOAD_BYTES: {
    field: 'maxUploadBytes',
    shown: '64 GiB (`68719476736`)',
    text: 'of one uploaded file',
    read: whole(64 * 1024 * MIB, 1),
  },
  UPLOAD_DAYS: {
    field: 'uploadDays',
    shown: '`7`',
    text: 'how many days an uploaded file is kept that no job uses, and an upload that is not finished',
    read: whole(7, 1),
  },
  FFMPEG: {
    field: 'ffmpeg',
    shown: '`ffmpeg`',
    text: 'the program that takes the frames of videos, a name or a path; ingests of videos fail where it is not there',
    read: (text) => text ?? 'ffmpeg',
  },
  MAX_FRAMES: {
    field: 'maxFrames',
    shown: '`5000`',
    text: 'frames a job',
    read: whole(5000, 1),
  },
  DOWNLOAD_RETRIES: {
    field: 'downloadRetriesMs',
    shown: '`5s,30s,2m`',
    text: 'pauses before a failed download is tried again',
    read: durations('5s,30s,2m'),
  },
  CALLBACK_SCHEDULE: {
    field: 'callbackScheduleMs',
    shown: '`0s,5s,5m,30m,2h,5h,10h,14h,20h,24h`',
    text: 'pauses before the attempts of a delivery; after the last one it is `exhausted`',
    read: durations('0s,5s,5m,30m,2h,5h,10h,14h,20h,24h'),
  },
  CALLBACK_TIMEOUT: {
    field: 'callbackTimeoutMs',
    shown: '`15s`',
    text: 'for an answer to a callback',
    read: (text, { name }) => durationMs(name, text ?? '15s'),
  },
  LEASE_SECONDS: {
    field: 'leaseSeconds',
    shown: '`60`',
    text: 'a task whose worker has been silent for so long goes to another worker',
    read: whole(60, 5),
  },
  PERSON_LEASE_MINUTES: {
    field: 'personLeaseMinutes',
    shown: '`15`',
    text: 'a job whose annotator has been silent for so long goes back to the queue, with what was saved',
    read: whole(15, 1),
  },
  DRAIN_SECONDS: {
    field: 'drainSeconds',
    shown: '`5`',
    text: 'after SIGTERM `/readyz` is 503 at once and calls are accepted for so long; the process ends within another 5 s. If no balancer polls `/readyz` and no call comes within 1.5 s of the signal, it does not wait longer ([why](decisions/0024-draining-ends-early-without-a-balancer.md))',
    read: whole(5, 0),
  },
  EXPORT_DAYS: {
    field: 'exportDays',
    shown: '`7`',
    text: 'how many days archives of exports are kept',
    read: whole(7, 1),
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    field: 'maxConnectionsPerAddress',
    shown: '`0`',
    text: "open connections from one address (that of the socket: behind a proxy, the proxy's); 0 = no limit",
    read: whole(0, 0),
  },
  OIDC_ISSUER: {
    shown: 'none',
    text: 'issuer of an OpenID provider that signs people in ([below](#single-sign-on-with-openid)); https',
  },
  OIDC_CLIENT_ID: {
    shown: 'none',
    text: 'client ID of this service at the provider',
  },
  OIDC_CLIENT_SECRET: {
    shown: 'none',
    text: 'its secret',
    isSecret: true,
  },
  OIDC_SCOPE: {
    shown: '`openid email profile`',
    text: 'what is asked for; some providers name groups only when asked for `groups`',
  },
  OIDC_GROUPS_CLAIM: {
    shown: '`groups`',
    text: "the claim that lists a person's groups",
  },
  OIDC_ROLE_MAP: {
    shown: 'none',
    text: 'JSON: group → `{"role": …, "projects": [ids] or "*"}`',
  },
  PASSWORD_SIGN_IN: {
    field: 'passwordSignIn',
    shown: '`on`',
    text: '`off`: people can sign in only through the provider; links created by the operator still work, once',
    read: readPasswordSignIn,
  },
  SMTP_URL: {
    shown: 'none',
    text: 'server that email goes through, `smtps://user:password@mail.example.com:465` (or `smtp://…:587`, which changes to TLS where the server offers it). Without it people hear in the app alone',
    isSecret: true,
  },
  SMTP_FROM: {
    shown: 'none',
    text: 'where email comes from, `Fiducial <labels@example.com>`; goes with `SMTP_URL`',
  },
  LOG_LEVEL: {
    field: 'logLevel',
    shown: '`info`',
    text: 'trace, debug, info, warn, error, fatal, silent. Logs are JSON lines on the standard output',
    read: (text) => text ?? 'info',
  },
  CHECK_ANSWERS: {
    field: 'checkAnswers',
    shown: '`false`',
    text: '`true`: check every answer against its schema and answer 500 if they differ; for tests, since it reads each answer again',
    read: (text) => text === 'true',
  },
} as const satisfies Record<string, Setting>
