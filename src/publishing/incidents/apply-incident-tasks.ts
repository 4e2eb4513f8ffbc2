import { incidentSeverities } from '#contract'
import type { IncidentSeverity, TriggerIncident } from '#contract'
import { minuteMs, timeOrderedId } from '#kernel'
import { builtInLanguages, textsOf } from '#page-texts'
import type { PageLanguages, PageTexts } from '#page-texts'
import { announceResources } from '#storage/accounts'
import {
  endFailure,
  findIncident,
  findLanguagesOfServices,
  holdServices,
  insertIncident,
  isIncidentSuppressed,
  listFailures,
  listIncidentUpdates,
  lockIncidentOfCause,
  lockOpenIncidentsOfCheck,
  replaceServicesOfIncident,
  takeIncidentTasks,
  updateIncident,
  writeFailure,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { IncidentRow, IncidentTaskRow, StatusPageServiceRow } from '#storage/status-pages'
import { applyAutomationTasks } from '../component-pages/apply-automation-tasks.ts'
import { automaticName } from './automatic-name.ts'
import { statusOf } from './incident-updates.ts'
import { postUpdate } from './post-update.ts'

/** Failures with one cause that follow each other within this time are one incident. */
const causeWindowMs = 5 * minuteMs

/**
 * Opens and resolves incidents as alerts require, those of checks and those of rules each in one transaction: each task is
 * applied once, those of one check in order, even if the process is killed in between. What the service itself says is in the language of the page. Returns how many were applied.
 */
export async function applyIncidentTasks(
  store: Store,
  nowMs: number,
  limit: number,
  languages: PageLanguages = builtInLanguages,
): Promise<number> {
  const ofRules = await applyAutomationTasks(store, nowMs, limit)
  return ofRules + (await applyTasksOfChecks(store, { nowMs, languages }, limit))
}

interface Turn {
  readonly nowMs: number
  readonly languages: PageLanguages
}

function applyTasksOfChecks(store: Store, turn: Turn, limit: number): Promise<number> {
  return store.db.transaction(async (tx) => {
    const tasks = await takeIncidentTasks(tx, limit)
    for (const task of tasks) await (task.kind === 'OPEN' ? open(tx, task, turn) : resolve(tx, task, turn))
    return tasks.length
  })
}

/**
 * A check has at most one open incident. Without its service the incident would be invisible, and a maintenance may
 * suppress it. Failures with one cause share an incident.
 */
async function open(tx: Queryable, task: IncidentTaskRow, turn: Turn): Promise<void> {
  const { nowMs } = turn
  const { accountId, checkId, trigger, causes, at } = task
  if (trigger === null) return
  const [known] = await lockOpenIncidentsOfCheck(tx, accountId, checkId)
  const failure = { accountId, checkId, name: trigger.name, causes, failedAt: at }
  if (known !== undefined) {
    await writeFailure(tx, { ...failure, incidentId: known.id })
    return
  }
  const serviceId = trigger.serviceId.toLowerCase()
  if (await isIncidentSuppressed(tx, { accountId, serviceId, at })) return
  const service = (await holdServices(tx, accountId, [serviceId])).get(serviceId)
  if (service === undefined) return
  const texts = await textsOfServices(tx, service.accountId, [service.id], turn.languages)
  const name = trigger.name === '' ? automaticName([service.name], trigger.severity, texts) : trigger.name
  const since = new Date(at.getTime() - causeWindowMs)
  const opened = { tx, at, ...turn, texts, trigger: { ...trigger, name }, service }
  const joined = await lockIncidentOfCause(tx, { accountId, serviceId, causes, since })
  const incidentId = joined === null ? await openIncident(opened, checkId) : await joinIncident(opened, joined)
  await writeFailure(tx, { ...failure, name, incidentId })
  await announceResources(tx, [{ accountId, event: 'incidents', id: incidentId }], new Date(nowMs))
}

interface Opened extends Turn {
  readonly tx: Queryable
  readonly texts: PageTexts
  readonly trigger: TriggerIncident
  readonly service: StatusPageServiceRow
  readonly at: Date
}

/** In the first language of the oldest page that shows one of the services. */
const textsOfServices = async (
  tx: Queryable,
  accountId: string,
  serviceIds: readonly string[],
  languages: PageLanguages,
): Promise<PageTexts> =>
  textsOf({ languages: await findLanguagesOfServices(tx, accountId, serviceIds) }, null, languages)

async function openIncident({ tx, trigger, service, at, nowMs }: Opened, checkId: string): Promise<string> {
  const { accountId } = service
  const id = timeOrderedId(nowMs)
  const row = {
    accountId,
    id,
    name: trigger.name,
    severity: trigger.severity,
    lastUpdateStatus: 'INVESTIGATING',
    openedByCheckId: checkId,
    notifySubscribers: trigger.notifySubscribers,
    statusPageId: null,
    automationRuleId: null,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
  }
  await insertIncident(tx, row, [service.id])
  await postUpdate(tx, {
    accountId,
    incidentId: id,
    status: 'INVESTIGATING',
    description: trigger.description === '' ? trigger.name : trigger.description,
    publicAt: at,
    notifySubscribers: trigger.notifySubscribers,
    nowMs,
  })
  return id
}

/** Adds a service to an incident, and renames it unless a person has; a failure on a service of it says nothing new. */
async function joinIncident(opened: Opened, incident: IncidentRow): Promise<string> {
  const { tx, trigger, service, at, nowMs, texts } = opened
  const { accountId, id: incidentId } = incident
  const found = await findIncident(tx, accountId, incidentId)
  const [services, latest] = [found?.services ?? [], found?.updates[0]]
  if (services.some(({ id }) => id === service.id)) return incidentId
  const names = services.map(({ name }) => name)
  const severity = worseOf(severityOf(incident.severity), trigger.severity)
  const own = (await listFailures(tx, accountId, incidentId)).map(({ name }) => name)
  const given = opened.languages.map((one) => automaticName(names, severityOf(incident.severity), one))
  const isNamedByItself = [...own, ...given].includes(incident.name)
  await updateIncident(tx, {
    ...incident,
    name: isNamedByItself ? automaticName([...names, service.name], severity, texts) : incident.name,
    severity,
    notifySubscribers: incident.notifySubscribers || trigger.notifySubscribers,
    updatedAt: new Date(nowMs),
  })
  await replaceServicesOfIncident(tx, accountId, incidentId, [...services.map(({ id }) => id), service.id])
  await postUpdate(tx, {
    accountId,
    incidentId,
    status: statusOf(latest ?? { status: incident.lastUpdateStatus }),
    description: trigger.description === '' ? texts.automatic.alsoAffected(service) : trigger.description,
    publicAt: afterLatest(latest, at),
    notifySubscribers: trigger.notifySubscribers,
    nowMs,
  })
  return incidentId
}

/** The contract has no other. */
const severityOf = (text: string): IncidentSeverity => incidentSeverities.find((one) => one === text) ?? 'MINOR'

const worseOf = (a: IncidentSeverity, b: IncidentSeverity): IncidentSeverity =>
  incidentSeverities.indexOf(a) < incidentSeverities.indexOf(b) ? a : b

/** An automatic update is the latest one, even if others are dated into the future. */
const afterLatest = (latest: { readonly publicAt: Date } | undefined, at: Date): Date =>
  latest && latest.publicAt >= at ? new Date(latest.publicAt.getTime() + 1) : at

/** Resolves what no other check keeps open; an incident that a person has taken over stays open. */
async function resolve(tx: Queryable, { accountId, checkId, at }: IncidentTaskRow, turn: Turn): Promise<void> {
  for (const incident of await lockOpenIncidentsOfCheck(tx, accountId, checkId)) {
    const isFailing = await endFailure(tx, { accountId, incidentId: incident.id, checkId, at })
    if (!isFailing && incident.takenOverAt === null) await resolveByItself(tx, incident, { at, ...turn })
  }
}

/** The resolution is the latest update, even if other updates are dated into the future or the clock was set back. */
export async function resolveByItself(
  tx: Queryable,
  { accountId, id: incidentId, notifySubscribers }: Pick<IncidentRow, 'accountId' | 'id' | 'notifySubscribers'>,
  { at, nowMs, languages }: Turn & { readonly at: Date },
): Promise<void> {
  const services = (await findIncident(tx, accountId, incidentId))?.services ?? []
  const serviceIds = services.map(({ id }) => id)
  const { automatic } = await textsOfServices(tx, accountId, serviceIds, languages)
  const [latest] = await listIncidentUpdates(tx, accountId, incidentId, 1)
  await postUpdate(tx, {
    accountId,
    incidentId,
    status: 'RESOLVED',
    description: automatic.resolved,
    publicAt: afterLatest(latest, at),
    notifySubscribers,
    nowMs,
  })
  await announceResources(tx, [{ accountId, event: 'incidents', id: incidentId }], new Date(nowMs))
}
