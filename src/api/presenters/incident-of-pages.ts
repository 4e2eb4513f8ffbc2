import type {
  IncidentOfPagesResource,
  IncidentPreview,
  IncidentTemplateResource,
  ListedIncidentOfPagesResource,
} from '#contract'
import type { IncidentOfPages, IncidentWithCause, PreviewedIncident } from '#publishing'
import type { IncidentTemplateRow } from '#storage/status-pages'
import type { IncidentWriter } from '../request-context.ts'
import { presentIncidentUpdate } from './status-page-incident.ts'
import { validated } from './validated.ts'

export function presentListedIncidentOfPages(one: IncidentOfPages): ListedIncidentOfPagesResource {
  const { incident } = one.found
  const { openedByCheckId, automationRuleId } = incident
  return validated<ListedIncidentOfPagesResource>({
    id: incident.id,
    kind: incident.statusPageId === null ? 'SERVICES' : 'COMPONENTS',
    statusPageId: incident.statusPageId,
    name: incident.name,
    severity: one.severity,
    status: one.status,
    startedAt: one.startedAt.toISOString(),
    resolvedAt: one.resolvedAt?.toISOString() ?? null,
    affects: one.affects,
    affectedCount: one.affectedCount,
    pages: one.pages.map(({ generation, ...page }) => ({ ...page, version: generation })),
    openedBy:
      openedByCheckId === null && automationRuleId === null
        ? null
        : { checkId: openedByCheckId, checkName: one.checkName, ruleId: automationRuleId, ruleName: one.ruleName },
    takenOverAt: incident.takenOverAt?.toISOString() ?? null,
    isPublished: incident.unpublishedAt === null,
    postMortemPublishedAt: incident.postMortemPublishedAt?.toISOString() ?? null,
    updated_at: incident.updatedAt.toISOString(),
  })
}

export function presentIncidentOfPages(one: IncidentWithCause, writer: IncidentWriter | null): IncidentOfPagesResource {
  const { postMortem } = one.found.incident
  return validated<IncidentOfPagesResource>({
    ...presentListedIncidentOfPages(one),
    updates: one.updates.map((update) => ({
      ...presentIncidentUpdate(update),
      html: writer?.update(update.description) ?? null,
    })),
    impacts: one.found.impacts.map(({ componentId, status, startedAt, endedAt }) => ({
      componentId,
      status,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    recipients: one.recipients,
    postMortem,
    postMortemHtml: postMortem === null ? null : (writer?.postMortem(postMortem) ?? null),
    checks: one.checks.map(({ id, name, isFailing, isNamed }) => ({ id, name, isFailing, isNamed })),
    alerts: one.alerts.map((alert) => ({ ...alert, createdAt: alert.createdAt.toISOString() })),
  })
}

export function presentIncidentPreview(
  { pages, shown }: PreviewedIncident,
  writer: IncidentWriter | null,
): IncidentPreview {
  const isWritten = shown !== null && writer !== null
  return {
    recipients: pages.reduce((sum, { recipients }) => sum + recipients, 0),
    pages: [...pages],
    page: isWritten ? writer.page(shown.event, shown.page) : null,
    mail: isWritten ? { subject: shown.mail.subject, ...writer.mail(shown.mail) } : null,
  }
}

export const presentIncidentTemplate = (row: IncidentTemplateRow): IncidentTemplateResource => ({
  id: row.id,
  name: row.name,
  status: row.status,
  description: row.description,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt?.toISOString() ?? null,
})
