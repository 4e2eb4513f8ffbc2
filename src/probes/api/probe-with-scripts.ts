import { atEnvironment, secretsOfRequest } from '#contract'
import type { HttpRequest, Observation, ObservationFailure, TaskCode } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import { randomId } from '#kernel'
import type { Clock } from '#kernel'
import type { OpenedScripts, ScriptSession } from '#scripting'
import { renderRequest } from '#templating'
import { probeHttp } from '../http/probe-http.ts'
import { Stopwatch } from '../outcome.ts'
import type { ProbeTask, ProbeTools } from '../probe.ts'
import { findNewSecrets } from './new-secrets.ts'
import { tearDown } from './tear-down.ts'

type ScriptedTask = ProbeTask<'API'> & { readonly code: TaskCode }
type Opened = Extract<OpenedScripts, { session: ScriptSession }>

/**
 * Observes an API check with scripts: setup of group and check, the request with the templates that setup left filled,
 * teardown of check and group. A setup script that fails ends the run before its request; a teardown script that fails
 * fails the run, and the others still run. The response time is that of the request alone.
 */
export async function probeWithScripts(task: ScriptedTask, tools: ProbeTools): Promise<Observation<'API'>> {
  const watch = new Stopwatch(tools.clock)
  if (tools.apiScripts === undefined) return withoutScripts(watch, writeReason('NO_SCRIPTS_BY_RUNNER'))
  const opened = await tools.apiScripts.open(task.code, task.accountId ?? '', tools.signal)
  if ('problem' in opened) return { ...withoutScripts(watch, opened.problem), scriptLogs: logsOf(opened) }
  try {
    const observation = await observe(task, tools, { opened, watch })
    // What a script wrote before it ended is there already, but not read.
    await nextTurn()
    return { ...observation, scriptLogs: logsOf(opened), found: foundIn(task, observation, opened.session) }
  } finally {
    opened.close()
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)))

function withoutScripts(watch: Stopwatch, problem: string): Observation<'API'> {
  const message = writeReason('SCRIPTS_NOT_RUN', { reason: problem })
  const found = { secrets: [], isServiceFault: true } as const
  return { ...watch.failed<'API'>(failure('preparation', 'ENOSCRIPTS', message)), found }
}

const logsOf = (opened: OpenedScripts) => {
  const { session = null } = 'session' in opened ? opened : {}
  return { setup: [...opened.notes, ...(session?.setupLog.lines ?? [])], teardown: session?.teardownLog.lines ?? [] }
}

/** The values to hide: of variables that scripts set, and of the request as it was sent. */
function foundIn({ code, request }: ScriptedTask, { found }: Observation<'API'>, session: ScriptSession) {
  const sent = found?.request ?? request
  const secrets = [...findNewSecrets(code.environment, session.environment), ...secretsOfRequest(sent)]
  return { request: sent, secrets }
}

interface Run {
  readonly opened: Opened
  readonly watch: Stopwatch
}

async function observe(task: ScriptedTask, tools: ProbeTools, { opened, watch }: Run): Promise<Observation<'API'>> {
  const { session } = opened
  const before = await setUp(task, tools.clock, session)
  if ('code' in before) return watch.failed<'API'>(before)
  const { request } = before
  const found = { request, secrets: [] }
  if ((task.code.teardown ?? []).length === 0) opened.close()
  const seen = await probeHttp({ ...task, request }, tools)
  const times = { startedAt: watch.startedAt }
  if (seen.answer === null) return { ...seen, ...times, found }
  const observation = await tearDown({ scripts: task.code.teardown ?? [], request, seen }, session)
  return { ...observation, ...times, stoppedAt: Math.max(seen.stoppedAt, watch.stoppedAt()), found }
}

/** The request that setup leaves, with its templates filled. */
async function setUp(
  task: ScriptedTask,
  clock: Clock,
  session: ScriptSession,
): Promise<{ readonly request: HttpRequest } | ObservationFailure> {
  let { request } = task
  for (const script of task.code.setup ?? []) {
    const outcome = await session.setUp(script, request)
    if ('failure' in outcome) return failure('script', 'ESETUP', outcome.failure)
    request = outcome.request
  }
  const chance = { nowMs: clock.now(), randomNumber, uuid: randomId }
  const rendered = renderRequest(request, session.environment, chance)
  if ('problem' in rendered)
    return failure('preparation', 'EPREPARE', writeReason('RUN_UNPREPARED', { reason: rendered.problem }))
  const updated = atEnvironmentOf(task.code, rendered.request)
  return movesCertificate(task, { written: request.url, sent: updated.url })
    ? failure('script', 'ESETUP', writeReason('URL_MOVED_BY_SETUP'))
    : { request: updated }
}

const randomNumber = (): number => Math.floor(Math.random() * 10_001)

/** Sound because the function returns the type of request that it is given. */
const atEnvironmentOf = ({ environmentUrl }: TaskCode, request: HttpRequest): HttpRequest =>
  atEnvironment('API', request, environmentUrl) as HttpRequest

/** A client certificate was chosen for the host of the request before setup, and must not be shown to another. */
function movesCertificate(
  { clientCertificate, code, request }: ScriptedTask,
  url: { readonly written: string; readonly sent: string },
): boolean {
  if (clientCertificate === undefined) return false
  const chosenFor = code.environment.find(({ key }) => key === 'REQUEST_URL')?.value ?? ''
  return url.written !== request.url || hostOf(url.sent) !== hostOf(chosenFor)
}

const hostOf = (url: string): string | undefined => URL.parse(url)?.host
