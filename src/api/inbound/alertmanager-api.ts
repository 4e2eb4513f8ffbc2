import type { LabelMatcher } from '#contract'
import { Fault, hashToken, isUuid } from '#kernel'
import { endSilence, listFiringOfSource, saveSilence, silencesOfSource } from '#notifying'
import type { FiringAlert } from '#notifying'
import { findAlertSourceByHash } from '#storage/alerts'
import type { AlertSilenceRow, AlertSourceRow } from '#storage/alerts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { InboundIntake, InboundRoutes } from './inbound-intake.ts'
import { fieldsOf, lineOf, textOf, timeOf } from './inbound-text.ts'
import { matchersOfFilters } from './label-filters.ts'
import { jsonOf, tokenOf, unreadable } from './inbound-request.ts'
import { readPushedAlerts } from './read-pushed-alerts.ts'

type Options = InboundRoutes & { readonly options: RouteShorthandOptions }

/** The part of Alertmanager's API v2 that Prometheus, amtool and data sources use, for the alerts of one source. */
export function mountAlertmanagerApi(scope: FastifyInstance, intake: InboundIntake, routes: Options): void {
  const { store, clock, options, publicUrl, serviceName } = routes
  const startedAt = new Date(clock.now()).toISOString()

  const of = forSource(intake, routes)
  const listed = (request: FastifyRequest, reply: FastifyReply) =>
    of(request, reply, async (source, nowMs) => {
      const alerts = await listFiringOfSource(store, source, { nowMs, matchers: filtersOf(request) })
      return alerts.map((alert) => presentAlert(alert, source, publicUrl))
    })

  scope.post(at('/alerts'), options, async (request, reply) => {
    const read = readPushedAlerts(jsonOf(request), clock.now())
    if (read === null) throw unreadable('send a list of alerts')
    await intake.take(request, reply, { ...read.message, token: tokenOf(request) })
    if (read.problem !== null) throw unreadable(read.problem)
    return reply.code(200).send()
  })
  scope.get(at('/alerts'), options, listed)
  scope.get(at('/alerts/groups'), options, async (request, reply) => {
    const alerts = await listed(request, reply)
    const receiver = alerts[0]?.receivers[0] ?? { name: serviceName }
    return alerts.length === 0 ? [] : [{ labels: {}, receiver, alerts }]
  })
  scope.get(at('/receivers'), options, (request, reply) => of(request, reply, async ({ name }) => [{ name }]))
  scope.get(at('/status'), options, (request, reply) =>
    of(request, reply, async () => ({
      cluster: { status: 'disabled', peers: [] },
      versionInfo: { branch: '', buildDate: '', buildUser: '', goVersion: '', revision: '', version: serviceName },
      config: { original: '' },
      uptime: startedAt,
    })),
  )
}

/** The silences that its token made, for the alerts of one source. */
export function mountSilences(scope: FastifyInstance, intake: InboundIntake, routes: Options): void {
  const { store, options } = routes
  const of = forSource(intake, routes)
  scope.get(at('/silences'), options, (request, reply) =>
    of(request, reply, async (source, nowMs) =>
      (await silencesOfSource(store, source, nowMs)).map((silence) => presentSilence(silence, nowMs)),
    ),
  )
  scope.get(at('/silence/:silenceId'), options, (request, reply) =>
    of(request, reply, async (source, nowMs) => {
      const found = (await silencesOfSource(store, source, nowMs)).find(({ id }) => id === silenceIdOf(request))
      if (found === undefined) throw new Fault('ALERT_SILENCE_NOT_FOUND')
      return presentSilence(found, nowMs)
    }),
  )
  scope.post(at('/silences'), options, (request, reply) =>
    of(request, reply, async ({ accountId, id: sourceId }, nowMs) => {
      const given = readSilence(jsonOf(request), nowMs)
      const { id } = await saveSilence(store, { accountId, nowMs }, { ...given, sourceId })
      return { silenceID: id }
    }),
  )
  scope.delete(at('/silence/:silenceId'), options, (request, reply) =>
    of(request, reply, async ({ accountId, id: sourceId }, nowMs) => {
      await endSilence(store, { accountId, nowMs }, { id: silenceIdOf(request), sourceId })
      return reply.code(200).send()
    }),
  )
}

const at = (path: string): string => `/inbound/:token/api/v2${path}`

/** Does something for the source that a request names. */
const forSource =
  (intake: InboundIntake, { store }: Options) =>
  <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    act: (source: AlertSourceRow, nowMs: number) => Promise<T>,
  ): Promise<T> => {
    void reply.header('cache-control', 'no-store')
    return intake.withSource(request, reply, tokenOf(request), async ({ nowMs }) => {
      const source = await findAlertSourceByHash(store.db, hashToken(tokenOf(request)))
      return source && act(source, nowMs)
    })
  }

function silenceIdOf(request: FastifyRequest): string {
  const { silenceId } = request.params as { readonly silenceId: string }
  if (!isUuid(silenceId)) throw new Fault('ALERT_SILENCE_NOT_FOUND')
  return silenceId.toLowerCase()
}

/** `filter` may be given several times. */
function filtersOf(request: FastifyRequest): LabelMatcher[] {
  const given: unknown = fieldsOf(request.query)['filter'] ?? []
  const filters: readonly unknown[] = Array.isArray(given) ? given : [given]
  const matchers = matchersOfFilters(filters.map(textOf))
  if (matchers === null) throw unreadable('filter must be matchers such as severity="critical"')
  return matchers
}

const presentAlert = ({ alert, silencedBy }: FiringAlert, { name }: AlertSourceRow, publicUrl: string) => ({
  annotations: alert.annotations,
  labels: alert.labels,
  startsAt: alert.startsAt.toISOString(),
  endsAt: (alert.expiresAt ?? alert.lastReceivedAt).toISOString(),
  updatedAt: alert.lastReceivedAt.toISOString(),
  fingerprint: alert.fingerprint,
  generatorURL: alert.link ?? `${publicUrl}/alerts/received/${alert.id}`,
  receivers: [{ name }],
  status: {
    state: silencedBy.length > 0 ? 'suppressed' : 'active',
    silencedBy,
    inhibitedBy: [],
    mutedBy: [],
  },
})

const presentSilence = (silence: AlertSilenceRow, nowMs: number) => ({
  id: silence.id,
  matchers: silence.matchers,
  startsAt: silence.startsAt.toISOString(),
  endsAt: silence.endsAt.toISOString(),
  updatedAt: (silence.updatedAt ?? silence.createdAt).toISOString(),
  createdBy: silence.createdBy,
  comment: silence.comment,
  status: { state: silence.startsAt.getTime() > nowMs ? 'pending' : 'active' },
})

const mostMatchers = 64

/** A silence as amtool and Grafana post it. */
function readSilence(body: unknown, nowMs: number) {
  const given = fieldsOf(body)
  const matchers: readonly unknown[] = Array.isArray(given['matchers']) ? given['matchers'] : []
  const [startsAt, endsAt] = [timeOf(given['startsAt']), timeOf(given['endsAt'])]
  if (endsAt === null) throw unreadable('endsAt must be a date and time')
  if (matchers.length === 0 || matchers.length > mostMatchers) throw unreadable(`send 1 to ${mostMatchers} matchers`)
  const id = textOf(given['id'])
  if (id !== '' && !isUuid(id)) throw new Fault('ALERT_SILENCE_NOT_FOUND')
  return {
    id: id === '' ? null : id.toLowerCase(),
    matchers: matchers.map(matcherOf),
    startsAt: startsAt ?? new Date(nowMs),
    endsAt,
    createdBy: lineOf(textOf(given['createdBy']), 100),
    comment: lineOf(textOf(given['comment']), 500),
  }
}

function matcherOf(given: unknown): LabelMatcher {
  const { name, value, isRegex, isEqual } = fieldsOf(given)
  if (typeof name !== 'string' || name === '' || typeof value !== 'string' || name.length > 255 || value.length > 1024)
    throw unreadable('each matcher needs a name and a value')
  return { name, value, isRegex: isRegex === true, isEqual: isEqual !== false }
}
