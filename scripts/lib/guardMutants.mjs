// How each guard of the security review's table (docs/threat-model.md) looks without it; the test that the table names
// then has to fail. If several layers guard the same thing, all of them are removed.

const people = (path) => `src/store/cluster/people/${path}`

export const GUARD_MUTANTS = [
  {
    finding: 'H1',
    changes: [
      [
        people('people.ts'),
        'if (moved || change.disabled) await endInvitations',
        'if (change.disabled) await endInvitations',
      ],
      [people('invitations.ts'), 'and (i.user_id is null or i.role = u.role)', ''],
      [people('invitations.ts'), 'if (row.maker_disabled || !seesAll || !may) return null', ''],
    ],
  },
  {
    finding: 'H2',
    changes: [['src/api/signIn/passwordQueue.ts', 'running: 2, waiting: 16', 'running: 200, waiting: 200']],
  },
  {
    finding: 'H3',
    changes: [['src/egress/nameResolver.ts', 'this.#lanes.run(lane, signal', "this.#lanes.run('', signal"]],
  },
  {
    finding: 'M1',
    changes: [['src/store/project/callbacks/settings.ts', '&& addsOrigin(before, after))', '&& false)']],
  },
  {
    finding: 'M2',
    changes: [
      [
        people('invitations.ts'),
        'await endInvitations(db, userId)\n  await endSessions(db, userId, null)',
        'await endInvitations(db, userId)',
      ],
    ],
  },
  {
    finding: 'M3',
    changes: [['src/model/permissions.ts', "(maker === 'admin' || !person.hasPassword)", 'true']],
  },
  {
    finding: 'M4',
    changes: [
      [
        'src/api/signIn/signInGuard.ts',
        "if (device !== null) return [{ hash: this.#hash('device'",
        "if (device === '') return [{ hash: this.#hash('device'",
      ],
    ],
  },
  {
    finding: 'M5',
    changes: [
      [
        'src/store/cluster/keys/adminKey.ts',
        'renameSync(unfinished, file)\n  await revokeOthers(db, made, installation, place)',
        'renameSync(unfinished, file)',
      ],
    ],
  },
  {
    finding: 'M6',
    changes: [['src/egress/address.ts', 'own.has(addressKey(ip)) || ', '']],
  },
  {
    finding: 'M7',
    changes: [
      [
        'src/egress/download.ts',
        'credentials = hasLeft ? {} : applyAccessRules(next.href, rules, Date.now()).headers',
        'if (hasLeft) credentials = {}',
      ],
    ],
  },
  {
    finding: 'M8',
    changes: [['src/api/http/bodyLimit.ts', "if (!route || route.access === 'public')", 'if (!route)']],
  },
  {
    finding: 'M9',
    changes: [
      [
        'src/pipeline/decode/decodeMemory.ts',
        'header.isProgressive ? header.width * header.height * header.channels * sampleBytes(header) : 0',
        '0',
      ],
    ],
  },
  {
    finding: 'L1',
    changes: [
      ['src/egress/masking.ts', 'plainSpans(read, secret), ...encodedSpans(read, secret)', 'plainSpans(read, secret)'],
    ],
  },
  {
    finding: 'L2',
    changes: [
      [people('signInFailures.ts'), 'if (wait > 0) return wait', ''],
      [people('signInFailures.ts'), 'where f.blocked_until <= clock_timestamp()\n', ''],
    ],
  },
  {
    finding: 'L3',
    changes: [
      ['src/api/http/sessionCheck.ts', 'if (madeBy === null) return true', 'if (madeBy !== undefined) return true'],
    ],
  },
  {
    finding: 'L4',
    changes: [['src/contract/results.ts', "session: 'deleteData'", "session: 'manageJobs'"]],
  },
  {
    finding: 'L5',
    changes: [['src/api/service/serviceRoutes.ts', 'if (!isFromLoopback(request))', 'if (request === null)']],
  },
  {
    finding: 'L6',
    changes: [
      [
        'src/api/http/server.ts',
        "if (caller && request.method !== 'GET' && request.method !== 'HEAD')",
        "if (caller && request.method === 'POST')",
      ],
    ],
  },
  {
    finding: 'L7',
    changes: [['src/store/postgres/cluster.ts', "'local all all peer map=fiducial\\n'", "'local all all trust\\n'"]],
  },
  {
    finding: 'L8',
    changes: [
      ['src/model/people/email.ts', 'ADDRESS.test(email) && !NOT_IN_ADDRESSES.test(email)', 'ADDRESS.test(email)'],
    ],
  },
  {
    finding: 'L9',
    changes: [['src/masterKey.ts', 'Buffer.byteLength(key) < 32 || new Set(key).size < 12', 'key.length === 0']],
  },
  {
    finding: 'L10',
    changes: [['src/api/http/securityHeaders.ts', "set('cache-control', 'no-store')", '']],
  },
  {
    finding: 'L11',
    changes: [['src/web/console/csv.ts', 'FORMULA.test(value) ?', 'value === null ?']],
  },
  {
    finding: 'L12',
    changes: [
      [
        'src/api/people/peopleRoutes.ts',
        'const isSeen = among === null || (await emailIsIn(pool, body.email, among))',
        'const isSeen = true',
      ],
    ],
  },
  {
    finding: 'L13',
    changes: [
      [
        'src/api/workbench/viewerRoutes.ts',
        'if (!link || !(await context.sessions.isLinkOpen(link, project.projectId))) throw noSuchJob()',
        "if (!link) throw new Error('the signature is wrong')",
      ],
    ],
  },
  {
    finding: 'L14',
    changes: [
      [
        'src/api/admin/accessRoutes.ts',
        'headers && Object.hasOwn(headers, name) ? headers[name] : undefined',
        'headers?.[name]',
      ],
    ],
  },
  {
    finding: 'L15',
    changes: [['package-lock.json', /(?<="node_modules\/fastify": \{[^}]*?)"integrity": "[^"]+",/, '']],
  },
  {
    finding: 'L16',
    changes: [
      ['src/process/stores.ts', 'process.getuid?.() === 0 ? 0o711 : 0o700', '0o755'],
      ['src/main.ts', 'process.umask(0o077)', 'process.umask(0o022)'],
    ],
  },
  {
    finding: 'Q1',
    changes: [
      [
        'src/workflow/quality/goldJobs.ts',
        "job.annotatorId !== person.userId && WORK_AT[job.stage] === 'annotate'",
        'job.annotatorId !== person.userId && WORK_AT[job.stage] !== undefined',
      ],
    ],
  },
  {
    finding: 'Q2',
    changes: [['src/store/postgres/transactions.ts', 'if (signal?.aborted)', 'if (signal === null)']],
  },
  {
    finding: 'N1',
    changes: [
      [
        'src/egress/masking.ts',
        'const broken = brokenOffAt(text, wanted)',
        'for (let n = 0; n < text.length ** 2 * 40; n++) n\n  const broken = brokenOffAt(text, wanted)',
      ],
    ],
  },
  {
    finding: 'N2',
    changes: [['src/process/alone.ts', '|| nowMs - this.#movedMs > standstillMs', '']],
  },
  {
    finding: 'N3',
    changes: [
      [
        'src/api/customer/batchRoutes.ts',
        'summariseBatches(pool, projectId, isLate)\n        const sum',
        'summariseBatches(pool, projectId)\n        const sum',
      ],
    ],
  },
  {
    finding: 'N4',
    changes: [
      [
        'src/egress/nameResolver.ts',
        'this.#started.get(key) ?? this.#lanes.run(lane, signal, () => this.#startNow(key))',
        "this.#started.get(key) ?? this.#lanes.run('', signal, () => this.#startNow(key))",
      ],
    ],
  },
  {
    finding: 'N5',
    changes: [['src/egress/egressFactory.ts', 'ownAddresses: ownAddresses(),', '']],
  },
  {
    finding: 'N6',
    changes: [['src/interchange/core/zipReader.ts', 'else if (overlap(places))', 'else if (places.length < 0)']],
  },
  {
    finding: 'N7',
    changes: [['src/geometry/evenOddArea.ts', 'const MOST_LOOKS = 3_000_000', 'const MOST_LOOKS = 3_000_000_000']],
  },
  {
    finding: 'N8',
    changes: [['src/api/signIn/passwordQueue.ts', 'if (places >= PLACES_EACH) throw busy()', '']],
  },
  {
    finding: 'N9',
    changes: [
      [
        'src/api/exports/downloadRoute.ts',
        'if (!link || !(await context.sessions.isLinkOpen(link, projectId)))',
        'if (!link)',
      ],
    ],
  },
  {
    finding: 'N10',
    changes: [['src/model/visibleText.ts', 'const STEERING = /[\\p{Cc}', 'const STEERING = /[\\u0000']],
  },
  {
    finding: 'N11',
    changes: [['src/model/day.ts', 'return null', 'return timeMs']],
  },
  {
    finding: 'N12',
    changes: [
      [
        'src/store/cluster/clockSteps.ts',
        'stepMs > 0 ? ([clockMs - LOOK_MS, Number.POSITIVE_INFINITY] as const)',
        'stepMs > 0 ? null',
      ],
    ],
  },
  {
    finding: 'N13',
    changes: [['src/geometry/evenOddArea.ts', 'const MOST_LOOKS = 3_000_000', 'const MOST_LOOKS = 3_000_000_000']],
  },
  {
    finding: 'N14',
    changes: [['src/api/signIn/claimedName.ts', ".replace(/[\\p{Cf}\\p{Cs}]/gu, '')", '']],
  },
  {
    finding: 'N15',
    changes: [['src/workflow/exchanges/imports.ts', "action: 'import.delete'", "action: 'export.delete'"]],
  },
]
