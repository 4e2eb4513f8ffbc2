import { isAudited } from '#contract'
import type { AuditResourceType, OperationRow } from '#contract'
import { Fault } from '#kernel'
import { findPasskey, findPeopleByEmail } from '#storage/accounts'
import { AuditRecord } from '#storage/audit'
import type { AuditOrigin } from '#storage/audit'
import type { Database } from '#storage/database'
import type { FastifyRequest } from 'fastify'
import { programOf } from '../requests/program-of.ts'
import type { RequestEnvironment } from './open-request.ts'
import type { AuthenticatedKey } from '../request-context.ts'

type Audited = (
  environment: RequestEnvironment,
  request: FastifyRequest,
  work: (environment: RequestEnvironment) => Promise<unknown>,
) => Promise<unknown>

/** The resources of addresses, the longer ones first. */
const resourcesOfPaths: readonly (readonly [path: string, type: AuditResourceType])[] = [
  ['/v1/checks/dry-run', 'DRY_RUN'],
  ['/v1/checks', 'CHECK'],
  ['/v1/bulk-changes', 'BULK_CHANGE'],
  ['/v1/check-groups', 'CHECK_GROUP'],
  ['/v2/check-groups', 'CHECK_GROUP'],
  ['/v1/check-sessions', 'CHECK_SESSION'],
  ['/v2/check-sessions', 'CHECK_SESSION'],
  ['/v1/test-sessions', 'TEST_SESSION'],
  ['/next/test-sessions', 'TEST_SESSION'],
  ['/v1/saved-views', 'SAVED_VIEW'],
  ['/v1/variables', 'VARIABLE'],
  ['/v1/snippets', 'SNIPPET'],
  ['/v1/objectives', 'OBJECTIVE'],
  ['/v1/escalation-policies', 'ESCALATION_POLICY'],
  ['/v1/agent-request', 'AGENT_CONNECTION'],
  ['/v1/agent-connections', 'AGENT_CONNECTION'],
  ['/v1/agent-access', 'ACCOUNT'],
  ['/v1/outgoing-heartbeats', 'ACCOUNT'],
  ['/v1/probe-targets', 'ACCOUNT'],
  ['/v1/agent-plans', 'AGENT_PLAN'],
  ['/v1/scheduled-reports', 'SCHEDULED_REPORT'],
  ['/v1/alert-channels', 'ALERT_CHANNEL'],
  ['/v1/alert-sources', 'ALERT_SOURCE'],
  ['/v1/alert-silences', 'ALERT_SILENCE'],
  ['/v1/received-alerts', 'RECEIVED_ALERT'],
  ['/v1/code-bundles', 'CODE_BUNDLE'],
  ['/v1/golden-files', 'GOLDEN_FILE'],
  ['/next/checkly-storage/upload-code-bundle', 'CODE_BUNDLE'],
  ['/next/checkly-storage', 'GOLDEN_FILE'],
  ['/v1/triggers', 'TRIGGER'],
  ['/v1/deployment-triggers', 'DEPLOYMENT_TRIGGER'],
  ['/v1/projects', 'PROJECT'],
  ['/next/projects', 'PROJECT'],
  ['/next-v2/projects', 'PROJECT'],
  ['/v1/error-groups', 'ERROR_GROUP'],
  ['/v1/errors', 'ERROR_GROUP'],
  ['/v1/test-session-error-groups', 'ERROR_GROUP'],
  ['/v1/root-cause-analyses', 'ROOT_CAUSE_ANALYSIS'],
  ['/v1/private-locations', 'PRIVATE_LOCATION'],
  ['/v1/accounts/me/members', 'MEMBER'],
  ['/v1/accounts/{accountId}/members', 'MEMBER'],
  ['/v1/accounts/me/invites', 'INVITE'],
  ['/v1/invites', 'INVITE'],
  ['/v1/email-address', 'MEMBER'],
  ['/v1/accounts', 'ACCOUNT'],
  ['/v1/api-keys', 'API_KEY'],
  ['/v1/sessions', 'BROWSER_SESSION'],
  ['/v1/password', 'PASSWORD'],
  ['/v1/passkeys', 'PASSKEY'],
  ['/v1/client-certificates', 'CLIENT_CERTIFICATE'],
  ['/v1/status-pages/services', 'STATUS_PAGE_SERVICE'],
  ['/v1/status-pages/incidents', 'INCIDENT'],
  ['/v1/status-page-incidents', 'INCIDENT'],
  ['/v1/incident-templates', 'INCIDENT_TEMPLATE'],
  ['/v1/status-pages', 'STATUS_PAGE'],
  ['/v1/status-page-displays', 'STATUS_PAGE'],
  ['/v3/status-pages/{statusPageId}/incidents', 'INCIDENT'],
  ['/v3/status-pages', 'STATUS_PAGE'],
  ['/v1/incidents', 'DASHBOARD_INCIDENT'],
  ['/v1/dashboards', 'DASHBOARD'],
  ['/v1/maintenance-windows', 'MAINTENANCE_WINDOW'],
]

/** The one place where requests are recorded: what an operation changes is written with who asked for it. */
export function auditorOf(operationId: string, row: OperationRow): Audited {
  if (!isAudited(row)) return (environment, _request, work) => work(environment)
  const subject = subjectOf(row)
  return async (environment, request, work) => {
    const record = new AuditRecord(originOf({ operationId, ...subject }, request, environment))
    const { artifacts } = environment
    const store = record.of(environment.store)
    try {
      const answer = await work({ ...environment, store, artifacts: artifacts && { ...artifacts, store } })
      if (request.caller !== null && !isDryRun(request)) await record.finish(environment.store.db)
      return answer
    } catch (error) {
      if (error instanceof Fault && failures.has(error.code))
        await record.fail(environment.store.db, error.code, await usersOf(environment.store.db, request))
      throw error
    }
  }
}

/** It changes nothing, whatever its operation does otherwise. */
const isDryRun = ({ query }: FastifyRequest): boolean => Object(query)['dryRun'] === true

/** The faults of attempts that somebody may want to know of. */
const failures: ReadonlySet<string> = new Set(['SIGN_IN_FAILED', 'PASSWORD_WRONG', 'PASSKEY_REJECTED'])
/** An address is not unique: so many users with it are told. */
const maxPeople = 3

async function usersOf(db: Database, { caller, body }: FastifyRequest): Promise<string[]> {
  if (caller !== null) return caller.userId === null ? [] : [caller.userId]
  const { email, credential } = Object(body) as { email?: unknown; credential?: unknown }
  if (credential !== undefined) return ownersOf(db, credential)
  const people = typeof email === 'string' ? await findPeopleByEmail(db, email, maxPeople) : []
  return people.map(({ id }) => id)
}

async function ownersOf(db: Database, credential: unknown): Promise<string[]> {
  const { id } = Object(credential) as { id?: unknown }
  const passkey = typeof id === 'string' ? await findPasskey(db, Buffer.from(id, 'base64url')) : null
  return passkey === null ? [] : [passkey.userId]
}

/** The resource type of an operation, and the parameter that names the resource. */
export interface Subject {
  readonly type: AuditResourceType | null
  readonly idName: string | undefined
}

/** The kind of resource that the address of an operation names. */
export const subjectOf = ({ path }: OperationRow): Subject => ({
  type: resourcesOfPaths.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? null,
  idName: /\{(?!accountId\}|statusPageId\}\/incidents)(\w+)\}/.exec(path)?.[1],
})

function originOf(
  { operationId, type, idName }: Subject & { readonly operationId: string },
  request: FastifyRequest,
  { clock }: RequestEnvironment,
): AuditOrigin {
  const given = Object(request.params) as Readonly<Record<string, unknown>>
  return {
    operation: operationId,
    actor: actorOf(request.caller),
    address: request.ip,
    userAgent: programOf(request.headers),
    accountId: request.caller && accountOf(request.caller, given['accountId']),
    subject: { type, id: idName === undefined ? null : String(given[idName]) },
    now: () => new Date(clock.now()),
  }
}

function actorOf(caller: AuthenticatedKey | null): AuditOrigin['actor'] {
  if (caller === null) return { type: 'VISITOR', id: null, userId: null }
  const { keyId: id, userId, sessionId, agent } = caller
  if (agent !== null) return { type: 'AGENT', id, userId: agent.userId, name: agent.clientName }
  return { type: sessionId === null ? 'API_KEY' : 'PERSON', id, userId }
}

/** The account that the address names, otherwise the chosen one. */
const accountOf = ({ grants, chosen }: AuthenticatedKey, named: unknown): string | null =>
  (grants.find(({ accountId }) => accountId === named) ?? chosen)?.accountId ?? null
